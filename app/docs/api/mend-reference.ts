/**
 * Corrections to the reference's own markup, for those who hear it instead of seeing it: roles that elements may not
 * have, and buttons without a name. They are made again whenever it draws something new.
 */
const MENDS: [selector: string, mend: (element: Element) => void][] = [
  ['aside[role="navigation"]', (aside) => aside.removeAttribute('role')],
  ['button[role="search"]', (button) => named(button, 'Search').removeAttribute('role')],
  ['[class*="copy-button"]:not([aria-label])', (button) => named(button, 'Copy')],
  ['.scalar-card[role="region"]', (card) => card.removeAttribute('role')],
  ['header:not([role])', (header) => header.setAttribute('role', 'group')],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  ['[role="tablist"] button[aria-selected]:not([role])', (tab) => tab.setAttribute('role', 'tab')],
  ['button[aria-selected]:not([role]), a[aria-selected]:not([role])', (item) => item.removeAttribute('aria-selected')],
]

function named(element: Element, name: string): Element {
  element.setAttribute('aria-label', name)
  return element
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
