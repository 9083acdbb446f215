/**
 * Corrections to the reference's own markup, for those who hear it instead of seeing it: roles that elements may not
 * have, and buttons without a name. They are made again whenever it draws something new.
 */
const MENDS: [selector: string, mend: (element: Element) => void][] = [
  ['aside[role="navigation"]', (aside) => aside.removeAttribute('role')],
  ['button[role="search"]', (button) => named(button, 'Search').removeAttribute('role')],
  ['[class*="copy-button"]:not([aria-label])', (button) => named(button, 'Copy')],
  ['.scalar-card[role="region"]', (card) => card.removeAttribute('role')],
  // The page has a first heading of its own.
  ['h1:not([aria-level])', (heading) => heading.setAttribute('aria-level', '2')],
  [':is(input, textarea, select):not([aria-label], [aria-labelledby], [type="hidden"])', labelled],
  ['header:not([role])', (header) => header.setAttribute('role', 'group')],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  ['[role="tablist"] button[aria-selected]:not([role])', (tab) => tab.setAttribute('role', 'tab')],
  ['button[aria-selected]:not([role]), a[aria-selected]:not([role])', (item) => item.removeAttribute('aria-selected')],
]

function named(element: Element, name: string): Element {
  element.setAttribute('aria-label', name)
  return element
}

/** A field that no label names is called as it describes itself, or as the row that it stands in. */
function labelled(field: Element) {
  if ((field as HTMLInputElement).labels?.length) return
  const row = field.closest('tr, [role="row"], label, li')?.textContent?.trim().slice(0, 60)
  named(field, field.getAttribute('placeholder') || row || field.getAttribute('name') || 'Value')
}

/** @returns a function that stops */
export function mendReference(place: Element): () => void {
  const mend = () => {
    for (const [selector, correct] of MENDS) for (const element of place.querySelectorAll(selector)) correct(element)
  }
  const observer = new MutationObserver(mend)
  observer.observe(place, { childList: true, subtree: true, attributeFilter: ['aria-selected', 'role'] })
  mend()
  return () => observer.disconnect()
}
