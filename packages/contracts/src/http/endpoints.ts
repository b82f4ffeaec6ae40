import * as contracts from './all-contracts.ts'
import type { Endpoint } from './endpoint.ts'
import type { PublicTwin } from './public-twin.ts'

type Contracts = typeof contracts
export type EndpointName = {
  [Name in keyof Contracts]: Contracts[Name] extends Endpoint ? Name : never
}[keyof Contracts]
/** Endpoints that have a public twin. */
export type TwinName = {
  [Name in EndpointName]: Contracts[Name] extends PublicTwin ? Name : never
}[EndpointName]

/** Every HTTP call of the product by name. The server must have a handler for each, or it does not compile. */
export const endpoints = Object.fromEntries(Object.entries(contracts).filter(([, value]) => isEndpoint(value))) as Pick<
  Contracts,
  EndpointName
>

/** One address of an endpoint, and who may call it there. */
export interface Route extends Pick<Endpoint, 'method' | 'path' | 'auth' | 'query'> {
  readonly name: EndpointName
  readonly isPublicTwin: boolean
}

/** Every route of the product: one for each endpoint, and one for each public twin. */
export const routes: readonly Route[] = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
  const { method, path, auth, query, publicPath, publicQuery }: Endpoint & Partial<PublicTwin> = endpoints[name]
  const route = { name, method, path, auth, query, isPublicTwin: false }
  if (publicPath === undefined || publicQuery === undefined) return [route]
  return [route, { name, method, path: publicPath, auth: 'public', query: publicQuery, isPublicTwin: true }]
})

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
}
