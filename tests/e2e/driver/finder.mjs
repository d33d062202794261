// Finds elements by role and accessible name, for browsers whose protocol cannot, as far as the
// pages use roles and names. `find` is sent to the page as text: it needs nothing around it.

/**
 * One part of the way to an element: by a CSS selector, or by role and name.
 * @typedef {{ css: string } | { role: string, name?: string, pattern?: [string, string] }} Part
 */

/**
 * The elements to which a way leads, in the order of the document. Elements that are hidden from
 * assistive technology have no role.
 * @param {Part[]} way
 * @returns {Element[]}
 */
export function find(way) {
  /** Elements that have a role by themselves. @type {Record<string, string>} */
  const BY_ROLE = {
    alert: "",
    button: "button, summary, input:is([type=button], [type=submit], [type=reset])",
    checkbox: "input[type=checkbox]",
    combobox: "select:not([multiple], [size]), input[list]",
    dialog: "dialog",
    grid: "",
    gridcell: "",
    group: "fieldset, details, optgroup",
    heading: "h1, h2, h3, h4, h5, h6",
    img: "img:not([alt='']), svg",
    link: "a[href], area[href]",
    list: "ul, ol, menu",
    listbox: "select:is([multiple], [size])",
    listitem: "li",
    option: "option",
    radio: "input[type=radio]",
    region: "section",
    slider: "input[type=range]",
    spinbutton: "input[type=number]",
    status: "output",
    textbox:
      "textarea, input:not([list]):is(:not([type]), [type=text], [type=email], [type=url], [type=tel])",
  };
  /** Roles that are named by what is in them. */
  const BY_CONTENT =
    /^(button|cell|checkbox|gridcell|heading|link|menuitem|menuitemcheckbox|option|radio|row|switch|tab|treeitem)$/;

  /** @param {string} text */
  const plain = (text) => text.replace(/\s+/g, " ").trim();

  /** Whether assistive technology is told of an element. @param {Element} element */
  function isTold(element) {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    return element.closest("[aria-hidden=true]") === null;
  }

  /** What an element and all in it reads as. @param {Node} node @param {boolean} [named] whether it is hidden and asked for nevertheless @returns {string} */
  function content(node, named = false) {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
    if (!(node instanceof Element)) return "";
    if (!named) {
      if (!node.checkVisibility({ visibilityProperty: true })) return "";
      if (node.getAttribute("aria-hidden") === "true") return "";
    }
    const label = node.getAttribute("aria-label");
    if (label?.trim()) return ` ${label} `;
    if (node instanceof HTMLImageElement) return ` ${node.alt} `;
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) return node.value;
    if (node instanceof HTMLSelectElement) return node.selectedOptions[0]?.text ?? "";
    const inner = [...node.childNodes].map((child) => content(child, named)).join("");
    return getComputedStyle(node).display.startsWith("inline") ? inner : ` ${inner} `;
  }

  /** The name of an element in its role. @param {Element} element @param {string} role */
  function nameOf(element, role) {
    const others = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
    const labelled = others.map((id) => document.getElementById(id)).filter((one) => one !== null);
    if (labelled.length > 0) return plain(labelled.map((one) => content(one, true)).join(" "));
    const own = element.getAttribute("aria-label");
    if (own?.trim()) return plain(own);
    if ("labels" in element && element.labels instanceof NodeList && element.labels.length > 0) {
      // What stands in the field itself is no part of its name.
      const texts = [...element.labels].map((label) =>
        [...label.childNodes].map((part) => (part === element ? "" : content(part))).join(""),
      );
      return plain(texts.join(" "));
    }
    if (element instanceof HTMLImageElement && element.alt) return plain(element.alt);
    if (element instanceof HTMLFieldSetElement) {
      const legend = element.querySelector("legend");
      if (legend) return plain(content(legend));
    }
    if (element instanceof SVGElement) {
      const title = element.querySelector("title");
      if (title) return plain(title.textContent ?? "");
    }
    if (element instanceof HTMLInputElement && role === "button") return plain(element.value);
    if (BY_CONTENT.test(role)) {
      const all = plain([...element.childNodes].map((part) => content(part)).join(""));
      if (all) return all;
    }
    const rest = element.getAttribute("title") ?? element.getAttribute("placeholder");
    return plain(rest ?? "");
  }

  /** @param {ParentNode} root @param {{ role: string, name?: string, pattern?: [string, string] }} part */
  function byRole(root, { role, name, pattern }) {
    const wanted = pattern && new RegExp(...pattern);
    const implicit = BY_ROLE[role];
    if (implicit === undefined) throw new Error(`The finder does not know the role ${role}`);
    const selector = [`[role~="${role}"]`, ...(implicit ? [`:is(${implicit}):not([role])`] : [])];
    return [...root.querySelectorAll(selector.join())].filter((element) => {
      if (!isTold(element)) return false;
      if (name === undefined && !wanted) return role !== "region" || nameOf(element, role) !== "";
      const found = nameOf(element, role);
      return wanted ? wanted.test(found) : found === plain(name ?? "");
    });
  }

  /** @type {ParentNode[]} */
  let roots = [document];
  for (const part of way) {
    const found = roots.flatMap((root) =>
      "css" in part ? [...root.querySelectorAll(part.css)] : byRole(root, part),
    );
    roots = [...new Set(found)];
  }
  return /** @type {Element[]} */ (roots);
}
