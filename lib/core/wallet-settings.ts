import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** @returns null for whatever is no private key on P-256 */
export function readWalletKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

/** @returns certificates in the order they stand in; null where there is none or one cannot be read */
export function readChain(pem: string): X509Certificate[] | null {
  try {
    const chain = [...pem.matchAll(CERTIFICATE)].map(([text]) => new X509Certificate(text))
    return chain.length > 0 ? chain : null
  } catch {
    return null
  }
}

type Settings = { WALLET_KEY?: string; WALLET_CHAIN?: string; WALLET_CLIENT_ID: string }

/**
 * What of key and certificates does not fit together. @param host of BASE_URL
 * @see OpenID4VP 1.0 §5.9.3, HAIP 1.0 §5: the leaf is not self-signed, and its root is not sent
 */
export function walletFaults({ WALLET_KEY, WALLET_CHAIN, WALLET_CLIENT_ID }: Settings, host: string | undefined): string[] {
  if ((WALLET_KEY === undefined) !== (WALLET_CHAIN === undefined)) return ['and WALLET_KEY go together: give both or neither']
  const key = readWalletKey(WALLET_KEY ?? '')
  const [leaf, ...others] = readChain(WALLET_CHAIN ?? '') ?? []
  if (!key || !leaf) return []
  if (!leaf.checkPrivateKey(key)) return ['begins with a certificate of another key than WALLET_KEY']
  if ([leaf, ...others].some((certificate) => certificate.issuer === certificate.subject)) {
    return ['holds a self-signed certificate: give that of WALLET_KEY and those between it and its root']
  }
  if (WALLET_CLIENT_ID === 'x509_san_dns' && (!host || leaf.checkHost(host, { subject: 'never', wildcards: false }) === undefined)) {
    return [`is not for ${host}, so it cannot be known by that name: WALLET_CLIENT_ID=x509_san_dns needs the host of BASE_URL in it`]
  }
  return []
}
