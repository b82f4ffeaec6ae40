import * as contracts from './all-contracts.ts'
import type { Endpoint } from './endpoint.ts'

type Contracts = typeof contracts
export type EndpointName = {
  [Name in keyof Contracts]: Contracts[Name] extends Endpoint ? Name : never
}[keyof Contracts]

/** Every HTTP call of the product by name. The server must have a handler for each, or it does not compile. */
export const endpoints = Object.fromEntries(Object.entries(contracts).filter(([, value]) => isEndpoint(value))) as Pick<
  Contracts,
  EndpointName
>

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
}
