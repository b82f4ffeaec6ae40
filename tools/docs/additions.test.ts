import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { GUARD_LIMIT_NAMES } from '../../packages/domain/src/index.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const UNCOUNTED =
  /node_modules|\/dist\/|\.(test|fixture|generated)\.|\/testing\/|packages\/(documentation|venue-lab|testkit|client)\//

const product = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !UNCOUNTED.test(file))
  .toSorted()
const texts = new Map(product.map((file) => [file, readFileSync(resolve(ROOT, file), 'utf8')]))

function filesWith(pattern: RegExp): string[] {
  return product.filter((file) => pattern.test(texts.get(file) ?? ''))
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

it.each(GUARD_LIMIT_NAMES)('adds the limit %s of the guardian with 2 files: its entry and its rule', (name) => {
  const found = filesWith(new RegExp(`limitRule\\([^)]*'${name}'|^  ${name}: \\{\\n    title:`, 'm'))
  expect(found).toEqual([
    'packages/domain/src/settings/guard-limits.ts',
    `packages/trading/src/guard/rules/${kebab(name)}-rule.ts`,
  ])
})

it.each(['push', 'webhook', 'telegram'])('adds the channel %s with 3 files: contract, server and web', (kind) => {
  expect(product.filter((file) => file.includes(`/${kind}.channel.`))).toEqual([
    `apps/server/src/features/notifications/channels/${kind}.channel.ts`,
    `apps/web/src/features/notifications/channels/${kind}.channel.tsx`,
  ])
  expect(filesWith(new RegExp(`kind: z\\.literal\\('${kind}'\\)`))).toEqual([
    'packages/contracts/src/http/notifications.ts',
  ])
})

it('adds a request over the socket with 2 files, and those of the web that send it', () => {
  const requests = product.filter((file) => file.startsWith('packages/contracts/src/socket/requests/'))
  const names = requests.flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(/^export const (\w+) = socketRequest\(/gm)].map((match) => match[1] ?? ''),
  )
  expect(names.length).toBeGreaterThan(20)
  for (const name of names) {
    const handlers = filesWith(new RegExp(`\\b${name}\\b`)).filter((file) => file.endsWith('.requests.ts'))
    expect([name, handlers.length]).toEqual([name, 1])
  }
})

it.each(['BINANCE', 'BITFINEX', 'OANDA'])('adds the venue %s with its folder, its name and its fees', (venue) => {
  const entries = filesWith(new RegExp(`^\\s+${venue}: \\{`, 'm')).filter(
    (file) => !file.includes('/venues/src/adapters/'),
  )
  expect(entries).toEqual(['packages/domain/src/listed-instrument.ts', 'packages/domain/src/rules/broker-fees.ts'])
})

it.each(['cftc', 'dbnomics', 'ecb', 'fred', 'nasdaq'])('adds the data provider %s with 1 file', (name) => {
  const isNamed = new RegExp(`/${name}-[^/]*$`)
  expect(product.filter((file) => isNamed.test(file))).toEqual([
    `packages/market-data/src/sources/providers/${name}-provider.ts`,
  ])
})
