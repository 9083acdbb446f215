/** The reference in the colours and letters of the page around it, without anything that would call elsewhere. */
export function referenceSettings(url: string) {
  return {
    url,
    theme: 'none',
    customCss: CSS,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    hideDarkModeToggle: true,
    forceDarkModeState: isDark() ? 'dark' : 'light',
    documentDownloadType: 'none',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    defaultOpenAllTags: true,
    persistAuth: false,
  } as const
}

const isDark = () => {
  const pinned = document.documentElement.dataset.theme
  return pinned ? pinned === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

const CSS = `
.light-mode, .dark-mode {
  --scalar-font: var(--font-sans, inherit);
  --scalar-background-1: var(--ground);
  --scalar-background-2: var(--sunken);
  --scalar-background-3: var(--line);
  --scalar-background-accent: var(--accent-wash);
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--soft);
  --scalar-color-3: var(--soft);
  --scalar-color-accent: var(--accent);
  --scalar-link-color: var(--accent);
  --scalar-border-color: var(--line);
  --scalar-color-green: var(--accent);
  --scalar-color-blue: var(--accent);
  --scalar-color-orange: var(--warn);
  --scalar-color-yellow: var(--warn);
  --scalar-color-purple: var(--accent);
  --scalar-color-red: var(--danger);
  --scalar-color-danger: var(--danger);
  --scalar-button-1: var(--accent);
  --scalar-button-1-hover: var(--accent-strong);
  --scalar-button-1-color: var(--on-accent);
  --scalar-sidebar-background-1: var(--ground);
  --scalar-sidebar-color-1: var(--ink);
  --scalar-sidebar-color-2: var(--soft);
  --scalar-sidebar-color-active: var(--accent);
  --scalar-sidebar-item-active-background: var(--accent-wash);
  --scalar-sidebar-item-hover-background: var(--sunken);
  --scalar-sidebar-border-color: var(--line);
}
/* Each operation offers the languages of its example; choosing one for all of them is more than it gives. */
.scalar-reference-intro-clients { display: none; }
`
