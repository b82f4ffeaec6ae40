import { findFake, type SourceFault, type SourceLab, startSourceLab } from '@tradeloom/venue-lab/sources'
import { afterEach, describe, expect, it } from 'vitest'
import { openSourceCall, type SourceCallOptions } from '../open-source-call.ts'
import type { SourceCall } from '../source-call.ts'
import { SourceError } from '../source-error.ts'
import { SOURCES } from '../sources.generated.ts'
import type { Revision, SourceProvider } from '../source-provider.ts'

const labs: SourceLab[] = []
afterEach(async () => {
  for (const lab of labs.splice(0)) await lab.stop()
})

/** A provider that talks to its stand-in. Nothing waits for a turn, and pauses between tries pass at once. */
async function start({ name }: SourceProvider, changes: Partial<SourceCallOptions> = {}) {
  const provider = SOURCES.find((one) => one.name === name) as SourceProvider
  const fake = await findFake(name)
  const lab = await startSourceLab(fake)
  labs.push(lab)
  const silences: number[] = []
  const limits = {
    take: async () => ({ end: async () => undefined }),
    silence: async (ms: number) => void silences.push(ms),
  }
  const call = openSourceCall({
    provider,
    url: lab.url + new URL(provider.url).pathname.slice(1),
    key: fake.keys[0] ?? null,
    limits,
    now: Date.now,
    patienceMs: 0,
    pause: async () => undefined,
    ...changes,
  })
  return { provider, lab, call, silences, ...fake }
}

async function errorOf(work: Promise<unknown>): Promise<SourceError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SourceError)
  return error as SourceError
}

async function listed(provider: SourceProvider, call: SourceCall, database: string, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let found = 1; codes.length < found;) {
    const page = await provider.datasets(call, { database, start: codes.length, count })
    expect(page.data.length).toBeGreaterThan(0)
    codes.push(...page.data.map(({ code }) => code))
    found = page.found
  }
  return codes
}

describe.each(SOURCES)('the provider $name', (one) => {
  it('lists its databases and all datasets of one, page by page, each once', async () => {
    const { provider, call, samples } = await start(one)
    const databases = await provider.databases(call)
    expect(new Set(databases.map(({ code }) => code)).size).toBe(databases.length)
    expect(databases.map(({ code }) => code)).toContain(samples.database)
    const codes = await listed(provider, call, samples.database, samples.datasets > 100 ? 400 : 2)
    expect(codes).toHaveLength(samples.datasets)
    expect(new Set(codes).size).toBe(codes.length)
    expect(await listed(provider, call, samples.database, 1000)).toEqual(codes)
  })

  it('opens every code as it is written, with dates that ascend and numbers', async () => {
    const { provider, call, samples } = await start(one)
    for (const code of samples.codes) {
      const { rows, columns, dimensions } = await provider.dataset(call, code)
      expect(dimensions, code).toBeUndefined()
      expect(rows.length, code).toBeGreaterThan(0)
      expect(columns[0]?.type, code).toBe('date')
      const days = rows.map(([day]) => day)
      expect(days, code).toEqual(days.toSorted())
      for (const row of rows) {
        expect(row, code).toHaveLength(columns.length)
        for (const [at, cell] of row.entries())
          if (columns[at]?.type === 'number' && cell !== null) expect(cell).toBeTypeOf('number')
      }
    }
  })

  it('leads no code to another address', async () => {
    const { provider, lab, call } = await start(one)
    const path = new URL(provider.url).pathname
    for (const code of [
      '..',
      '../..',
      '../../x',
      './x',
      '//x',
      'x/../../y',
      '%2e%2e/x',
      '?a=b',
      '#',
      'a\\b',
      "x' or '1'='1",
    ]) {
      await provider.dataset(call, code).catch((error: unknown) => expect(error).toBeInstanceOf(SourceError))
    }
    for (const { pathname } of lab.requests) expect(pathname.startsWith(path), pathname).toBe(true)
    expect(lab.requests.map(({ search }) => decodeURIComponent(search)).join()).not.toContain("or '1'='1")
  })

  it('tells what is missing from what is zero, and an empty dataset from one that does not exist', async () => {
    const { provider, call, samples } = await start(one)
    const { rows } = await provider.dataset(call, samples.sparse)
    expect(rows.flat()).toContain(null)
    if (samples.empty !== undefined) expect((await provider.dataset(call, samples.empty)).rows).toEqual([])
    expect((await errorOf(provider.dataset(call, samples.missing))).kind).toBe('not-found')
  })

  it('takes nothing but a wrong key for a wrong key', async () => {
    const { provider, call, keys, samples, lab } = await start(one)
    if (keys.length > 0) {
      const { call: stranger, silences } = await start(one, { key: 'z'.repeat(32) })
      for (const work of [provider.checkKey?.(stranger), provider.dataset(stranger, samples.codes[0] ?? '')])
        expect((await errorOf(work as Promise<void>)).kind).toBe('bad-key')
      expect(silences).toEqual([])
      await provider.checkKey?.(call)
    }
    for (const status of [400, 403, 404, 410, 414, 418, 422, 423, 429, 500, 503]) {
      lab.fail({ do: status, times: status < 500 ? 1 : 3 })
      expect((await errorOf(provider.dataset(call, samples.codes[0] ?? ''))).kind, `${status}`).not.toBe('bad-key')
    }
  })

  it.each<[SourceFault['do'], string]>([
    [403, 'no-right'],
    [404, 'not-found'],
    [410, 'gone'],
    [423, 'limit'],
    [429, 'limit'],
    ['html', 'unreadable'],
    ['huge', 'unreadable'],
  ])('says after %s at once that this is: %s', async (fault, kind) => {
    const { provider, lab, call, samples } = await start(one)
    lab.fail({ do: fault })
    expect((await errorOf(provider.dataset(call, samples.codes[0] ?? ''))).kind).toBe(kind)
    expect(lab.requests).toHaveLength(1)
  })

  it.each<[SourceFault['do']]>([[500], [503], ['drop'], ['cut'], ['slow']])(
    'tries again after %s, three times',
    async (fault) => {
      const { provider, lab, call, samples } = await start(one, { timeoutMs: fault === 'slow' ? 150 : 20_000 })
      lab.fail({ do: fault, times: 3 })
      expect((await errorOf(provider.dataset(call, samples.codes[0] ?? ''))).kind).toBe('away')
      expect(lab.requests).toHaveLength(3)
    },
  )

  it('gives all of it after two failures', async () => {
    const { provider, lab, call, samples } = await start(one)
    const whole = await provider.dataset(call, samples.codes[0] ?? '')
    for (const fault of ['cut', 503] as const) lab.fail({ do: fault })
    expect(await provider.dataset(call, samples.codes[0] ?? '')).toEqual(whole)
  })

  it('tells everybody to be silent for as long as it says', async () => {
    const { provider, lab, call, samples, silences } = await start(one)
    lab.fail({ do: 429, headers: { 'retry-after': '90' } })
    lab.fail({ do: 429 })
    expect((await errorOf(provider.dataset(call, samples.codes[0] ?? ''))).retryInMs).toBe(90_000)
    expect((await errorOf(provider.dataset(call, samples.codes[0] ?? ''))).retryInMs).toBe(60_000)
    expect(silences).toEqual([90_000, 60_000])
  })

  it('follows a redirect at home and none to elsewhere, where its key would go', async () => {
    const elsewhere = await startSourceLab(await findFake(one.name))
    labs.push(elsewhere)
    const { provider, call, samples, keys } = await start(one)
    const lab = await startSourceLab(await findFake(one.name), { elsewhere: elsewhere.url })
    labs.push(lab)
    const { call: led } = await start(one, {
      url: lab.url + new URL(provider.url).pathname.slice(1),
      key: keys[0] ?? null,
    })
    lab.fail({ do: 'here' })
    expect(await provider.dataset(led, samples.codes[0] ?? '')).toEqual(
      await provider.dataset(call, samples.codes[0] ?? ''),
    )
    lab.fail({ do: 'elsewhere' })
    expect((await errorOf(provider.dataset(led, samples.codes[0] ?? ''))).kind).toBe('unreadable')
    expect(elsewhere.requests).toEqual([])
  })

  it('repeats its key in no error, although answers do', async () => {
    const { provider, lab, call, samples, keys } = await start(one)
    const texts: string[] = []
    for (const fault of [400, 403, 404, 410, 423, 429, 500, 'html', 'drop', 'cut', 'elsewhere'] as const) {
      lab.fail({ do: fault, times: 3 })
      const error = await errorOf(provider.dataset(call, samples.codes[0] ?? ''))
      texts.push(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`)
      lab.fail({ do: 404 })
      while ((await provider.dataset(call, samples.codes[0] ?? '').catch(() => null)) === null) continue
    }
    for (const key of [...keys, lab.url]) expect(texts.join()).not.toContain(key)
  })

  it('finds datasets by words, or says that it cannot search', async () => {
    const { provider, call, samples } = await start(one)
    const [words, code] = samples.search ?? ['consumer', null]
    const found = await provider.datasets(call, { search: words, start: 0, count: 1000 })
    expect(found.data.map((dataset) => dataset.code)).toEqual(code === null ? [] : [code])
    expect(found.found).toBe(found.data.length)
  })

  it('tells each revision once and in order, never before its period, also from one on that is known', async () => {
    const { provider, call, samples } = await start(one)
    if (!provider.revisions || !samples.revised) return void expect(samples.revised).toBeUndefined()
    const { code, count } = samples.revised
    const read = async (since: string | null): Promise<Revision[]> => {
      const all: Revision[] = []
      for await (const revision of provider.revisions?.(call, code, since) ?? []) all.push(revision)
      return all
    }
    const all = await read(null)
    expect(all).toHaveLength(count)
    expect(new Set(all.map(({ periodStart, vintage }) => `${periodStart} ${vintage}`)).size).toBe(count)
    expect(all.map(({ knownAt }) => knownAt)).toEqual(all.map(({ knownAt }) => knownAt).toSorted((a, b) => a - b))
    for (const { periodStart, periodEnd, knownAt } of all) {
      expect(periodEnd).toBeGreaterThan(periodStart)
      expect(knownAt).toBeGreaterThan(periodStart)
    }
    const vintages = [...new Set(all.map(({ vintage }) => vintage ?? ''))]
    for (const since of [vintages[0], vintages[Math.floor(vintages.length / 2)], vintages.at(-1)])
      expect(await read(since ?? '')).toEqual(all.filter(({ vintage }) => (vintage ?? '') >= (since ?? '')))
  })
})
