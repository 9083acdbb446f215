import type { Socket } from 'node:net'
import type pg from 'pg'
import { CopyQuery } from './copy-query'

/** Signature, flags, length of an extension there is none of. */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const TRAILER = Buffer.from([0xff, 0xff])

/** A value in the binary form of its type, in pieces. @see https://www.postgresql.org/docs/current/protocol-overview.html */
export type Field = readonly Buffer[]

export const textField = (text: string): Field => [Buffer.from(text)]
export const integerField = (value: number): Field => [int32(value)]
export const smallField = (value: number): Field => [int16(value)]

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const lengthOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

/**
 * `COPY … FROM STDIN (FORMAT binary)` of one row, as a query of the driver. The driver itself copies a value three times
 * before it is sent. @see https://www.postgresql.org/docs/current/sql-copy.html, Binary Format
 */
export class CopyIn extends CopyQuery {
  callback: (error?: Error) => void

  /** @param text ends in the COPY; what stands before it belongs to the same transaction */
  constructor(
    text: string,
    private readonly row: readonly Field[],
    done: (error: Error | undefined) => void,
  ) {
    super(text)
    this.callback = done
  }

  handleCopyInResponse(connection: pg.Connection & { stream: Socket; endCopyFrom: () => void }) {
    const columns = Buffer.from([0, this.row.length])
    const pieces = [HEADER, columns, ...this.row.flatMap((field) => [int32(lengthOf(field)), ...field]), TRAILER]
    const { stream } = connection
    stream.cork()
    stream.write(Buffer.concat([Buffer.from('d'), int32(4 + lengthOf(pieces))]))
    for (const piece of pieces) stream.write(piece)
    connection.endCopyFrom()
    stream.uncork()
  }
}
