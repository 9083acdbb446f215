import { env } from '#lib/core/env'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'

/** The address of a session: its secret is in the path, only its fingerprint is kept. */
export function newLink(sessionId: string) {
  const { secret, hash } = issueSecret('sgv', shardOf(sessionId))
  return { url: `${env().BASE_URL}/verify/${secret}`, tokenHash: hash }
}

/** The fingerprints under which a link's secret may be stored; none when it cannot be one of ours. */
export const linkHashes = (token: string) => secretHashes('sgv', token) as Buffer<ArrayBuffer>[]
