import { SESSION_SETTINGS } from '#lib/core/db'
import type { Command } from '../command'

export const databaseRole: Command = {
  words: ['database', 'role'],
  args: ['name'],
  summary: 'SQL that gives a role the settings of our connections: needed where a pooler in transaction mode stands in between.',
  async run([name = '']) {
    const role = `"${name.replaceAll('"', '""')}"`
    return Object.entries(SESSION_SETTINGS).map(([setting, value]) => `ALTER ROLE ${role} SET ${setting} = '${value}';`)
  },
}
