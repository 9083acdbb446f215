import { Resolver } from 'node:dns/promises'
import { env } from './env'

/** Questions to the DNS, at the servers of DNS_SERVERS or those of this machine. */
export function dnsResolver(options: { timeout: number; tries: number }): Resolver {
  const resolver = new Resolver(options)
  if (env().DNS_SERVERS) resolver.setServers(env().DNS_SERVERS as string[])
  return resolver
}

/** TXT records of a name, each as one text; none when there is no such name. @throws when the DNS does not answer */
export async function readTxt(name: string): Promise<string[]> {
  try {
    return (await dnsResolver({ timeout: 3000, tries: 2 }).resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
