import type { z } from 'zod'
import type * as apps from '#lib/apps/contract'
import type * as companies from '#lib/companies/contract'
import type { Operation } from '#lib/core/operation'
import type * as events from '#lib/events/contract'
import type * as requestLog from '#lib/request-log/contract'
import type * as scopes from '#lib/scopes/contract'
import type * as signals from '#lib/signals/contract'
import type * as verifications from '#lib/verifications/interface/contract'
import type * as webhooks from '#lib/webhooks/contract'

/**
 * What can be asked, by `METHOD /path`. Here it is read from the operations themselves; in the package this file is written
 * from the OpenAPI document.
 */
type Contracts = typeof apps &
  typeof companies &
  typeof events &
  typeof requestLog &
  typeof scopes &
  typeof signals &
  typeof verifications &
  typeof webhooks

type Described = { [Name in keyof Contracts]: Contracts[Name] extends Operation ? Contracts[Name] : never }[keyof Contracts]

/** A path with its parameters as OpenAPI writes them. */
type Braced<Path extends string> = Path extends `${infer Before}/:${infer Name}/${infer After}`
  ? `${Before}/{${Name}}/${Braced<After>}`
  : Path extends `${infer Before}/:${infer Name}`
    ? `${Before}/{${Name}}`
    : Path

type Given<Part, Way extends 'input' | 'output'> = Part extends z.ZodType ? (Way extends 'input' ? z.input<Part> : z.output<Part>) : undefined

export type Endpoints = {
  [Each in Described as `${Each['method']} ${Braced<Each['path']>}`]: {
    path: Each extends { params: Record<infer Name extends string, z.ZodType> } ? Record<Name, string> : undefined
    query: Each extends { query: infer Query } ? Given<Query, 'input'> : undefined
    body: Each extends { body: infer Body } ? (Given<Body, 'input'> extends infer Taken ? Taken : never) : undefined
    answer: Given<Each['output'], 'output'>
  }
}

export type Event = Endpoints['GET /api/v1/events']['answer']['data'][number]

export type RequestLine = Endpoints['GET /api/v1/log']['answer']['data'][number]
