/** What a person's history can be narrowed to, by the beginnings of its actions. */
export const ACTIVITY_KINDS = {
  apps: ['app.'],
  entry: ['account.logged_in', 'account.new_device', 'account.session', 'account.password_guessed', 'account.password_stopped', 'account.code_'],
  account: ['account.'],
  aliases: ['alias.', 'mailbox.'],
  documents: ['document.'],
} as const satisfies Record<string, readonly string[]>

export type ActivityKind = keyof typeof ACTIVITY_KINDS

export const readActivityKind = (text: string | undefined): ActivityKind | null =>
  text !== undefined && Object.hasOwn(ACTIVITY_KINDS, text) ? (text as ActivityKind) : null
