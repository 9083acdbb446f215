import { CREDENTIAL_TYPES } from '../catalogue'
import { base64url } from '../encoding/base64url'
import { Tagged } from '../encoding/cbor'
import { type Encodable, encodeCbor, wrapped } from '../encoding/encode-cbor'
import { sessionTranscript } from '../mdoc/session-transcript'
import { disclosedFields } from './asked-fields'
import type { Misbehaviour } from './misbehaviour'
import { signCose } from './sign-cose'
import type { Credential, MdocCredential, RequestObject } from './types'

/** A DeviceResponse in base64url. @see ISO/IEC 18013-5 §9.1.3; OpenID4VP 1.0 Annex B.2 */
export async function presentMdoc(request: RequestObject, credential: Credential & MdocCredential, wrong: Misbehaviour): Promise<string> {
  const type = CREDENTIAL_TYPES.find(({ id }) => id === credential.id)
  const docType = type?.type ?? ''
  const fields = disclosedFields(request, credential, wrong)
  const items = credential.items.filter(({ field }) => fields.includes(field)).map(({ tagged }) => altered(tagged, wrong))
  const deviceNameSpaces = wrapped(wrong.deviceClaims ?? {})
  const authentication = wrapped(['DeviceAuthentication', await transcriptFor(request, wrong), docType, deviceNameSpaces])
  const deviceSignature = signCose(wrong.key ?? credential.deviceKey, encodeCbor(authentication), { isDetached: true })
  const deviceSigned = { nameSpaces: deviceNameSpaces, ...(!wrong.hasNoBinding && { deviceAuth: { deviceSignature } }) }
  const issuerSigned = { nameSpaces: { [type?.namespace ?? '']: items }, issuerAuth: credential.issuerAuth }
  const document: Encodable = { docType, issuerSigned, ...(!wrong.hasNoBinding && { deviceSigned }) }
  return base64url(encodeCbor({ version: wrong.version ?? '1.0', documents: [document], status: 0 }))
}

function altered(tagged: Tagged, { alter }: Misbehaviour): Tagged {
  return alter ? new Tagged(tagged.tag, alter(Buffer.from(tagged.value as Uint8Array))) : tagged
}

/** As the wallet sees the request. */
const transcriptFor = (request: RequestObject, wrong: Misbehaviour) =>
  sessionTranscript({
    clientId: wrong.audience ?? request.client_id,
    nonce: wrong.nonce ?? request.nonce,
    responseUri: wrong.responseUri ?? request.response_uri ?? null,
    origin: wrong.origin ?? request.expected_origins?.[0] ?? null,
    decryptionKey: wrong.hasNoThumbprint ? null : (request.client_metadata.jwks?.keys[0] ?? null),
  })
