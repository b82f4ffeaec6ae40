import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { analyzeScript, typeExternals } from '@tradeloom/script'
import { describe, expect, it } from 'vitest'
import { CANNOT_FIND_NAME, COMPILER_OPTIONS } from './compiler-options.ts'
import { TypeService } from './type-service.ts'

const root = join(import.meta.dirname, '../../../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const API = `${read('packages/script/api/tradeloom.d.ts')}\n${read('packages/script/api/indicators.generated.d.ts')}`
const FILE = 'file:///script.ts'

/** One editor, whose text changes. */
const model = { uri: { path: '/script.ts', toString: () => FILE }, version: 0, text: '', getValue: () => model.text }
const service = new TypeService(
  { getMirrorModels: () => [model] },
  { compilerOptions: COMPILER_OPTIONS, extraLibs: {} },
)

async function show(source: string): Promise<void> {
  model.text = source
  model.version += 1
  const externals = typeExternals(analyzeScript(source).externals)
  await service.updateExtraLibs({
    'file:///tradeloom.d.ts': { content: API, version: 1 },
    'file:///externals.d.ts': { content: externals, version: model.version },
  })
}

/** `marked text: message` of every problem. */
async function problems(source: string): Promise<string[]> {
  await show(source)
  const found = await service.getSemanticDiagnostics(FILE)
  return found
    .filter(({ code }) => !CANNOT_FIND_NAME.includes(code))
    .map(({ start = 0, length = 0, messageText }) => {
      const text = typeof messageText === 'string' ? messageText : messageText.messageText
      return `${source.slice(start, start + length)}: ${text}`
    })
}

const handler = (body: string): string => `function onIntervalClose(bar) {\n  ${body}\n}`

describe('type errors', () => {
  it.each([
    [handler("buy({ quantity: '1000' })"), /^quantity: Type 'string' is not assignable to type 'number'/],
    [`const average = indicators.SMAA('M1', 3)\n${handler('')}`, /^SMAA: Property 'SMAA' does not exist/],
    [`const average = indicators.SMA('M7')\n${handler('')}`, /^'M7': .*'"M7"' is not assignable/],
    [handler('buy({ qty: 1 })'), /^qty: .*'qty' does not exist in type 'OrderRequest'/],
    [handler('log(bar.clos)'), /^clos: Property 'clos' does not exist on type 'Bar'/],
    ['const onTick = (tick) => log(tick.price)', /^price: Property 'price' does not exist on type 'Tick'/],
    ['const onTick = tick => log(tick.price)', /^price: /],
    ['function onTick({ bid, aks }) { log(bid, aks) }', /^aks: /],
    ['function onOrder(order): void { log(order.fill) }\nfunction onTick() {}', /^fill: .*'Order'/],
    ['const onTick = (tick): void => log(tick.price)', /^price: .*'Tick'/],
  ])('are reported for %j', async (source, expected) => {
    const found = await problems(source)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(expected)
  })

  it('are not reported for what JavaScript allows', async () => {
    const source = `const state = {}
let last = null
class Average {
  constructor(size) { this.size = size }
}
const request = { quantity: 1, timeInForce: 'GTC' }
const closes = ['M1', 'H1'].map((interval) => bars(interval))
function add(a, b) { return a + (b ?? 0) }
function onIntervalClose(bar) {
  state.high = Math.max(state.high ?? 0, bar.high)
  last = new Average(add(3)).size
  buy(request)
  log(state.high, last, closes[0].at()?.close)
}`
    expect(await problems(source)).toEqual([])
  })
})

describe('suggestions and hovers', () => {
  it('know the parameter of a handler while a word is being typed', async () => {
    const source = handler('log(bar.cl')
    await show(source)
    const found = await service.getCompletionsAtPosition(FILE, source.indexOf('bar.cl') + 'bar.cl'.length)
    expect(found?.entries.map((entry: { readonly name: string }) => entry.name)).toContain('close')
  })

  it('have positions in the source text', async () => {
    const source = handler('log(bar.close)')
    await show(source)
    const start = source.indexOf('close)')
    expect(await service.getQuickInfoAtPosition(FILE, start + 1)).toMatchObject({ textSpan: { start, length: 5 } })
    const parameter = source.indexOf('bar')
    expect(await service.getQuickInfoAtPosition(FILE, parameter)).toMatchObject({
      textSpan: { start: parameter, length: 3 },
    })
  })
})

const folders = [
  'apps/server/samples',
  ...['unbiased', 'biased', 'limited'].map((kind) => `tests/lookahead-samples/${kind}`),
]
const samples = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => /\.[jt]s$/.test(file))
    .map((file) => join(folder, file)),
)

describe('samples', () => {
  it.each(samples.map((path) => [basename(path), path]))('have no type errors: %s', async (_, path) => {
    expect(await problems(read(path))).toEqual([])
  })
})
