// Runs before the first paint, so that the page opens in its theme and its game's colour.
{
  const root = document.documentElement;
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("fivefold") ?? "{}").theme ?? theme;
  } catch {
    // Blocked or damaged storage: as the system has it.
  }
  const dark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.game = new URLSearchParams(location.search).get("game") ?? "charismatic";
}
