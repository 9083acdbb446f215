import { type CipherGCM, createCipheriv, createDecipheriv, createHmac, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto'
import { currentKey, firstKeyEver, keyById, keysFor } from './keyring'

/**
 * Encryption at rest: AES-256-GCM, random 96-bit IV, and the place a value belongs to as additional data, so that a
 * ciphertext moved to another row, column or key does not open.
 * Layout: IV (12 bytes), tag (16 bytes), ciphertext.
 * @see NIST SP 800-38D
 */
const IV_BYTES = 12
const TAG_BYTES = 16

/** Where a sealed value lives. */
export type Place = { table: string; row: string; column: string }

const additionalData = (place: Place, keyId: string) => Buffer.from(`${place.table}|${place.row}|${place.column}|${keyId}`)

function seal(key: Buffer, plain: Uint8Array, aad: Buffer): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
  const body = [cipher.update(plain), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...body])
}

/** @throws when the value was altered, moved or sealed under another key. */
function open(key: Buffer, sealed: Uint8Array, aad: Buffer): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(aad)
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const plain = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
  // Only compares the tag: in this mode nothing is left to come out.
  decipher.final()
  return plain
}

/** A key of its own for one person; erasing it erases everything sealed under it. */
export class DataKey {
  private constructor(
    private readonly key: Buffer,
    private readonly id: string,
  ) {}

  /** @param owner id of the row that holds the wrapped key @param place of the wrapped key */
  static create(owner: string, place = dataKeyPlace(owner)): { dataKey: DataKey; sealed: Buffer<ArrayBuffer>; masterKeyId: string } {
    const material = randomBytes(32)
    const { sealed, masterKeyId } = sealWithMasterKey(material, place)
    return { dataKey: new DataKey(material, owner), sealed, masterKeyId }
  }

  static unwrap(owner: string, sealed: Uint8Array, masterKeyId: string, place = dataKeyPlace(owner)): DataKey {
    return new DataKey(openWithMasterKey(sealed, masterKeyId, place), owner)
  }

  seal(text: string, place: Place): Buffer<ArrayBuffer> {
    return this.sealBytes(Buffer.from(text), place)
  }

  open(sealed: Uint8Array, place: Place): string {
    return this.openBytes(sealed, place).toString()
  }

  sealBytes(bytes: Uint8Array, place: Place): Buffer<ArrayBuffer> {
    return seal(this.key, bytes, additionalData(place, this.id))
  }

  openBytes(sealed: Uint8Array, place: Place): Buffer {
    return open(this.key, sealed, additionalData(place, this.id))
  }
}

const dataKeyPlace = (owner: string): Place => ({ table: 'users', row: owner, column: 'data_key_sealed' })

export function sealWithMasterKey(plain: Buffer, place: Place) {
  const { id, key } = currentKey('wrap')
  return { sealed: seal(key, plain, additionalData(place, id)), masterKeyId: id }
}

/** Seals a large value under the master key while it comes in, into memory that is given: none of it waits in clear. */
export class Sealer {
  /** What a sealed value takes beyond its own length. */
  static readonly OVERHEAD = IV_BYTES + TAG_BYTES
  readonly masterKeyId: string
  private readonly cipher: CipherGCM
  private end = Sealer.OVERHEAD

  constructor(
    private readonly box: Buffer,
    place: Place,
  ) {
    const { id, key } = currentKey('wrap')
    const iv = randomBytes(IV_BYTES)
    iv.copy(box)
    this.masterKeyId = id
    this.cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(place, id))
  }

  push(piece: Buffer): void {
    this.end += this.cipher.update(piece).copy(this.box, this.end)
  }

  /** @returns the sealed value, which lies in the memory that was given */
  finish(): Buffer {
    this.cipher.final()
    this.cipher.getAuthTag().copy(this.box, IV_BYTES)
    return this.box.subarray(0, this.end)
  }
}

/**
 * Opens with the key that is named and, since one row may hold values of different years, with the others. Only the key
 * that sealed a value can open it.
 * @throws when none does
 */
export function openWithMasterKey(sealed: Uint8Array, masterKeyId: string, place: Place): Buffer {
  const others = keysFor('wrap').filter(({ id }) => id !== masterKeyId)
  for (const { id, key } of [{ id: masterKeyId, key: keyById('wrap', masterKeyId) }, ...others]) {
    try {
      return open(key, sealed, additionalData(place, id))
    } catch {
      // The next one.
    }
  }
  throw new Error(`a sealed value of ${place.table} does not open`)
}

/** Opens a large value while it comes in, into memory that is given. Nothing of it may be used before `finish` returns. */
export class Opener {
  private readonly key: Buffer
  private readonly aad: Buffer
  private decipher: DecipherGCM | undefined
  private end = 0

  constructor(
    private readonly box: Buffer,
    masterKeyId: string,
    place: Place,
  ) {
    this.key = keyById('wrap', masterKeyId)
    this.aad = additionalData(place, masterKeyId)
  }

  /** @param piece the first one holds at least what `Sealer.OVERHEAD` says */
  push(piece: Buffer): void {
    const body = this.decipher ? piece : piece.subarray(Sealer.OVERHEAD)
    this.decipher ??= createDecipheriv('aes-256-gcm', this.key, piece.subarray(0, IV_BYTES))
      .setAAD(this.aad)
      .setAuthTag(piece.subarray(IV_BYTES, Sealer.OVERHEAD))
    this.end += this.decipher.update(body).copy(this.box, this.end)
  }

  /**
   * @returns the value in clear, which lies in the memory that was given
   * @throws when it was altered, moved or sealed under another key, or nothing came
   */
  finish(): Buffer {
    if (!this.decipher) throw new Error('there is nothing to open')
    this.decipher.final()
    return this.box.subarray(0, this.end)
  }
}

const UNDER_SECRET = 'under-secret'

/**
 * Seals a value so that only whoever brings the secret can open it: neither the database nor our own keys suffice.
 * @param secret of full entropy, such as an authorization code; never a password
 */
export const sealUnderSecret = (secret: string, text: string, place: Place): Buffer<ArrayBuffer> =>
  seal(keyFromSecret(secret), Buffer.from(text), additionalData(place, UNDER_SECRET))

/** @throws when another secret sealed it */
export const openUnderSecret = (secret: string, sealed: Uint8Array, place: Place): string =>
  open(keyFromSecret(secret), sealed, additionalData(place, UNDER_SECRET)).toString()

/** @see RFC 5869 */
const keyFromSecret = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'signet/under-secret', 32))

/**
 * Seals for as long as the data lives, under a key that is never replaced: for logs, whose lines are not written anew.
 * The place is as narrow as the reader knows it.
 */
export function sealForGood(purpose: 'audit', text: string, place: Place): Buffer<ArrayBuffer> {
  const { id, key } = firstKeyEver(purpose)
  return seal(key, Buffer.from(text), additionalData(place, id))
}

/** @throws when it was altered or moved */
export function openForGood(purpose: 'audit', sealed: Uint8Array, place: Place): string {
  const { id, key } = firstKeyEver(purpose)
  return open(key, sealed, additionalData(place, id)).toString()
}

/** A keyed fingerprint that finds a value without storing it; the same for a value at all times. */
export function blindIndex(
  kind:
    | 'email'
    | 'session'
    | 'throttle'
    | 'device'
    | 'pending'
    | 'recovery'
    | 'challenge'
    | 'mail-code'
    | 'sub'
    | 'sid'
    | 'alias'
    | 'staff'
    | 'capture'
    | 'document'
    | 'network'
    | 'sender'
    | 'mail-domain'
    | 'reverse'
    | 'correspondent'
    | 'asked-claim'
    | 'evidence-time'
    | 'audit-line'
    | 'audit-pruned',
  value: string,
): Buffer<ArrayBuffer> {
  return Buffer.from(createHmac('sha256', firstKeyEver('blind-index').key).update(`${kind}\0${value}`).digest())
}
