// Runs before the first paint of a rules page: the theme that the player has set, if any.
{
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("fivefold") ?? "{}").theme ?? theme;
  } catch {
    // Blocked or damaged storage: as the system has it.
  }
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}
