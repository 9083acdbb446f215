import { listApps } from '#lib/apps/read-apps'
import { actorOf, type StaffSession } from '#lib/session/staff-session'
import { PLACEHOLDER, type ShownApp } from './placeholder'

export type AppChoice = { app: (ShownApp & { id: string; name: string }) | null; others: { id: string; name: string }[] }

const SHOWN = 20

/** The company's app the code is shown for: the one asked for, else the newest active one. */
export async function chooseApp(session: StaffSession, id: string | undefined): Promise<AppChoice> {
  const { data } = await listApps(actorOf(session), { limit: SHOWN })
  const active = data.filter(({ status }) => status === 'active')
  const chosen = active.find((app) => app.id === id) ?? active[0]
  if (!chosen) return { app: null, others: [] }
  return {
    app: {
      id: chosen.id,
      name: chosen.name,
      clientId: chosen.client_id,
      redirectUri: chosen.redirect_uris[0] ?? PLACEHOLDER.redirectUri,
      clientType: chosen.client_type,
      scopes: chosen.scopes,
    },
    others: active.filter((app) => app !== chosen).map(({ id: otherId, name }) => ({ id: otherId, name })),
  }
}
