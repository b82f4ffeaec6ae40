import { type EndpointName, endpoints, type Route, routes } from '@tradeloom/contracts'
import type { Chance } from '@tradeloom/testkit'
import { type Stock, valueOf } from './value-of-schema.ts'
import { wildText, wildValue } from './wild-values.ts'

export interface WildRequest {
  readonly route: Route
  readonly method: string
  readonly target: string
  readonly headers: Record<string, string>
  readonly body: string | Buffer | undefined
}

/** They start work that continues after the reply. */
const COSTLY: ReadonlySet<EndpointName> = new Set([
  'runBacktest',
  'saveVersion',
  'checkVersion',
  'startImport',
  'register',
])
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

/**
 * Mostly valid requests with some errors. The first requests go to each route once, in a form that HTTP can send: their
 * values alone are wild.
 */
export function wildRequest(chance: Chance, stock: Stock, number: number): WildRequest {
  const inTurn = routes[number - 1]
  let route = inTurn ?? chance.of(routes)
  if (inTurn === undefined && COSTLY.has(route.name) && chance.is(0.6)) route = chance.of(routes)
  const { name, method, path, query } = route
  const { params, body } = endpoints[name]
  const wildness = chance.of([0, 0, 0.05, 0.2, 0.7])
  const filled = fill(path, valueOf(params, chance, stock, wildness), chance, stock, wildness)
  const plain = filled + queryText(valueOf(query, chance, stock, wildness), chance, wildness)
  const target = inTurn === undefined ? mutateTarget(plain, chance, wildness) : plain
  const sent =
    method === 'GET' && !chance.is(0.05)
      ? {}
      : bodyOf(name, valueOf(body, chance, stock, wildness), chance, stock, wildness)
  return {
    route,
    method: chance.is(wildness / 10) ? chance.of(METHODS) : method,
    target,
    headers: { ...sent.headers, ...(inTurn === undefined ? wildHeaders(chance, wildness) : {}) },
    body: sent.body,
  }
}

function fill(path: string, params: unknown, chance: Chance, stock: Stock, wildness: number): string {
  const values = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>
  return path.replaceAll(/:(\w+)|\*/g, (_, key = '*') => {
    if (chance.is(wildness / 2))
      return chance.of(['%00', '..', '%2e%2e%2f', '%', '%zz', '', '%20', chance.of(stock.ids).toUpperCase()])
    const text = String(values[key] ?? chance.of(stock.ids))
    return encodeURIComponent(text.toWellFormed()).slice(0, 4000)
  })
}

function queryText(query: unknown, chance: Chance, wildness: number): string {
  const pairs = Object.entries(typeof query === 'object' && query !== null ? query : {}).map(
    ([key, value]) =>
      `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(String(value).toWellFormed()).slice(0, 8000)}`,
  )
  if (pairs.length > 0 && chance.is(wildness / 3)) pairs.push(pairs[0] as string)
  if (chance.is(wildness / 3))
    pairs.push(chance.of(['a[]=1', '__proto__[x]=1', '%', '=', 'limit=1e9', 'x=%00', 'x=%ff']))
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** The same address in another spelling, or almost. */
function mutateTarget(target: string, chance: Chance, wildness: number): string {
  if (!chance.is(wildness / 2)) return target
  const at = 1 + chance.below(Math.max(1, target.length - 1))
  return chance.of([
    () => `${target.slice(0, at)}%${target.charCodeAt(at).toString(16).padStart(2, '0')}${target.slice(at + 1)}`,
    () => `/${target}`,
    () => target.replace(/\//g, '//'),
    () => target.replace('/api', '/API'),
    () => target.replace('?', '/?'),
    () => `http://localhost${target}`,
    () => `http://evil.example${target}`,
    () => target.replace('/', '/./'),
    () => `/..${target}`,
    () => target.replace('/', '/%2e%2e/'),
    () => `${target}%00`,
    () => `${target};a=b`,
    () => `${target}#x`,
    () => '*',
  ])()
}

interface Body {
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

function bodyOf(name: EndpointName, value: unknown, chance: Chance, stock: Stock, wildness: number): Body {
  if (name === 'startImport' || name === 'importCalendar') {
    if (!chance.is(wildness / 4)) return multipart(name, chance, stock, wildness)
  }
  const content = value === undefined ? (chance.is(0.5) ? undefined : {}) : value
  const json = content === undefined ? '' : JSON.stringify(content)
  const text = chance.is(wildness / 4)
    ? chance.of([
        json.slice(0, -1),
        `${json}}`,
        '',
        '\u0000',
        '{"a":1e999}',
        '{"__proto__":{"x":1}}',
        `[${'['.repeat(20_000)}`,
        'x'.repeat(2_500_000),
        '"\\ud800"',
        '\uFEFF{}',
      ])
    : json
  const type = chance.is(wildness / 4)
    ? chance.of([
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/json; charset=utf-16',
        '',
      ])
    : 'application/json'
  return text === '' && chance.is(0.5) ? {} : { headers: { 'content-type': type }, body: text }
}

function multipart(name: EndpointName, chance: Chance, stock: Stock, wildness: number): Body {
  const boundary = chance.is(wildness / 4)
    ? wildText(chance)
        .slice(0, 60)
        .replaceAll(/[^\x20-\x7e]/g, '?')
    : 'fuzzboundary'
  const wild = (fitting: string): string => (chance.is(wildness) ? String(wildValue(chance)) : fitting)
  const fields: [string, string][] =
    name === 'startImport'
      ? [
          ['instrumentId', wild(chance.of(['EURUSD:FUZZ', ...stock.instruments]))],
          ['format', wild(chance.of(['csv', 'mt5', 'histdata', 'binance']))],
          ['mapping', wild('{"time":"t"}')],
          ['timezone', wild('UTC')],
        ]
      : [
          ['format', wild(chance.of(['csv', 'json', 'lean']))],
          ['name', wild('forex')],
        ]
  const parts = fields
    .filter(() => chance.is(0.8))
    .map(([key, value]) => part(`name="${chance.is(wildness / 5) ? wildText(chance).slice(0, 200) : key}"`, value))
  const fileName = wild(chance.of(['prices.csv', 'a.zip', 'b.gz', 'DAT_ASCII_EURUSD_M1_2024.csv'])).slice(0, 2000)
  const rows = chance.of([
    '20240108 000000;1.1;1.1;1.1;1.1;0\n',
    'time,open\n1,2\n',
    '\u0000\u0001',
    'PK\u0003\u0004',
    '\u001f\u008b\u0008',
    '',
  ])
  if (chance.is(0.9)) parts.push(part(`name="file"; filename="${fileName}"`, rows))
  const whole =
    parts.map((one) => `--${boundary}\r\n${one}`).join('') + (chance.is(wildness / 4) ? '' : `--${boundary}--\r\n`)
  const cut = chance.is(wildness / 4) ? whole.slice(0, chance.below(whole.length + 1)) : whole
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body: Buffer.from(cut) }
}

function part(disposition: string, value: string): string {
  return `content-disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
}

const HEADERS: readonly Record<string, string>[] = [
  { 'x-large': 'x'.repeat(20_000) },
  { 'accept-encoding': 'br;q=0, gzip, *;q=0' },
  { range: 'bytes=0-0,5-1' },
  { 'if-none-match': '*' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { host: 'evil.example' },
  { 'x-forwarded-for': '1.2.3.4, nonsense', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
  { 'content-encoding': 'gzip' },
  { expect: '100-continue' },
  { 'content-length': '99999999999' },
  { 'transfer-encoding': 'chunked, gzip' },
  { connection: 'upgrade', upgrade: 'websocket' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: `tradeloom.session_token=${'x'.repeat(500)}.y; tradeloom.device=%ff; a=%zz` },
]

function wildHeaders(chance: Chance, wildness: number): Record<string, string> {
  return chance.is(wildness / 3) ? chance.of(HEADERS) : {}
}
