import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { detectImport } from './detect-import.ts'
import { readColumns } from './read-columns.ts'
import type { ReadRequest } from './read-series.ts'
import { zip } from './zip.fixture.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-questions-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(dir, name), content)
  return join(dir, name)
}

async function read(paths: readonly string[], stated: Partial<ReadRequest> = {}) {
  const request = { files: paths, format: 'csv', instrument: 'EURUSD:TEST', ...stated }
  const { columns, report } = await readColumns(request)
  const price = columns.kind === 'bar' ? columns.bidClose : columns.bid
  return { times: [...columns.time], prices: [...price], report }
}

const START = Date.UTC(2024, 0, 15)
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString()
const row = (minute: number, symbol: string, price: number): string =>
  `${symbol},${at(minute)},${price},${price},${price},${price}`
const table = (...rows: readonly string[]): string => `symbol,time,open,high,low,close\n${rows.join('\n')}\n`

describe('a file of several symbols', () => {
  const alternating = [0, 1, 2].flatMap((minute) => [row(minute, 'EURUSD', 1.1), row(minute, 'GBPUSD', 1.3)])

  it('is refused at the line of the second symbol when they alternate', async () => {
    await expect(read([await file('all.csv', table(...alternating))])).rejects.toThrow(
      'all.csv line 3: GBPUSD after EURUSD: the file has several symbols; state which symbol to import, EURUSD or GBPUSD',
    )
  })

  it('is refused at the line of the second symbol when they follow each other', async () => {
    const rows = [0, 1, 2, 3].map((minute) => row(minute, minute < 2 ? 'EURUSD' : 'GBPUSD', 1.1))
    await expect(read([await file('all.csv', table(...rows))])).rejects.toThrow(/all\.csv line 4: GBPUSD after EURUSD/)
  })

  it('is read as the symbol that is stated, and says how many rows were left out', async () => {
    const path = await file('all.csv', table(...alternating))
    const { times, prices, report } = await read([path], { instrument: 'GBPUSD:TEST', symbol: 'GBPUSD' })
    expect(times).toEqual([0, 1, 2].map((minute) => START + minute * 60_000))
    expect(prices).toEqual([1.3, 1.3, 1.3])
    expect(report.problemCounts).toEqual({ otherSymbol: 3 })
  })

  it('is refused when it has no row of the stated symbol', async () => {
    const path = await file('all.csv', table(...alternating))
    await expect(read([path], { symbol: 'USDJPY' })).rejects.toThrow(
      'all.csv: the file has no rows of USDJPY, only of EURUSD, GBPUSD',
    )
  })

  it('is refused without a header, too', async () => {
    const ticks = ['EUR/USD', 'GBP/USD', 'EUR/USD'].map(
      (symbol, at) => `${symbol},20240115 00:00:0${at}.000,1.1,1.1001`,
    )
    await expect(read([await file('all.csv', `${ticks.join('\n')}\n`)])).rejects.toThrow(
      /all\.csv line 2: GBP\/USD after EUR\/USD/,
    )
  })

  it('is refused when a mapping names the columns of its prices only', async () => {
    const mapping = { time: 'time', open: 'open', high: 'high', low: 'low', close: 'close' }
    await expect(read([await file('all.csv', table(...alternating))], { mapping })).rejects.toThrow(/line 3: GBPUSD/)
  })

  it('is proposed with its symbols to choose from', async () => {
    const found = await detectImport(await file('all.csv', table(...alternating)))
    expect(found).toMatchObject({ format: 'csv', symbols: ['EURUSD', 'GBPUSD'], instrumentId: null, problem: null })
  })
})

describe('a file of another symbol', () => {
  const other = table(row(0, 'GBPUSD', 1.3), row(1, 'GBPUSD', 1.3))

  it('is refused unless the symbol is stated', async () => {
    const path = await file('prices.csv', other)
    await expect(read([path])).rejects.toThrow(
      'prices.csv line 2: the file is of GBPUSD, not of EURUSD; state which of its symbols to import as EURUSD',
    )
    expect((await read([path], { symbol: 'GBPUSD' })).prices).toEqual([1.3, 1.3])
  })

  it('tells the instrument that it is proposed for', async () => {
    expect(await detectImport(await file('prices.csv', other))).toMatchObject({ instrumentId: 'GBPUSD:IMPORT' })
  })

  it.each(['EUR/USD', 'eurusd', 'FX:EURUSD', 'C:EUR-USD', 'EURUSD=X', 'EURUSD.pro'])(
    'is not meant by %s',
    async (name) => {
      expect((await read([await file('a.csv', table(row(0, name, 1), row(1, name, 1)))])).times).toHaveLength(2)
    },
  )
})

describe('several files', () => {
  const plain = [0, 1].map((minute) => `${at(minute)},1.1,1.1,1.1,1.1`).join('\n')
  const prices = `time,open,high,low,close\n${plain}\n`

  it('are refused when their names tell different markets', async () => {
    const files = [await file('EURUSD_2024.csv', prices), await file('GBPUSD_2024.csv', prices)]
    await expect(read(files)).rejects.toThrow(
      /GBPUSD_2024\.csv: is of GBPUSD, but .*EURUSD_2024\.csv is of EURUSD; import them one by one/,
    )
  })

  it('are refused when they are ticks of different sides, which would become one series', async () => {
    const ticks = 'time,price\n2024-01-15 00:00:00,1.1\n2024-01-15 00:00:01,1.1\n'
    const files = [await file('eurusd-bid.csv', ticks), await file('eurusd-ask.csv', ticks)]
    await expect(read(files)).rejects.toThrow(
      /eurusd-ask\.csv: has ask prices, but .*eurusd-bid\.csv has bid prices of the same Tick series; import one of them/,
    )
  })

  it('of one archive are refused as well', async () => {
    const archive = await file('all.zip', zip('EURUSD.csv', prices, 'GBPUSD.csv', prices))
    await expect(read([archive])).rejects.toThrow(/all\.zip\/GBPUSD\.csv: is of GBPUSD/)
  })

  it('of macOS in an archive are skipped', async () => {
    const system = ['__MACOSX/._EURUSD.csv', '\0\u0005\u0016\u0007', '._EURUSD.csv', '\0\u0005']
    const archive = await file('eurusd.zip', zip('EURUSD.csv', prices, ...system))
    expect((await read([archive])).times).toHaveLength(2)
  })

  it('in an Excel workbook are refused with what to do', async () => {
    const book = await file('EURUSD.xlsx', zip('[Content_Types].xml', '<a/>', 'xl/workbook.xml', '<a/>'))
    await expect(read([book])).rejects.toThrow('is an Excel workbook or another Office document; save it as CSV')
  })
})

describe('dates with day and month in an order that only later rows show', () => {
  const dated = (...dates: readonly string[]): string =>
    `date,open,high,low,close\n${dates.map((date) => `${date},1,1,1,1`).join('\n')}\n`
  const days = (found: { times: number[] }): string[] =>
    found.times.map((time) => new Date(time).toISOString().slice(0, 10))

  it('are read in the order that a day after the 12th shows, which is reported', async () => {
    const rest = Array.from(
      { length: 300 },
      (_, minute) =>
        `11/02/2024 ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    )
    const found = await read([await file('a.csv', dated(...rest, '13/02/2024 00:00'))])
    expect(days(found)[0]).toBe('2024-02-11')
    expect(found.report.problems).toMatchObject([
      { kind: 'dayOrder', line: 302, message: 'dates were read as day/month/year, as 13/02/2024 shows' },
    ])
  })

  it('are refused where a date contradicts the order of the others', async () => {
    await expect(read([await file('a.csv', dated('13/02/2024', '14/02/2024', '02/15/2024'))])).rejects.toThrow(
      /a\.csv line 4: "02\/15\/2024" is not a time/,
    )
  })

  it('are refused where none decides, unless the order is stated', async () => {
    const path = await file('a.csv', dated('01/02/2024', '02/02/2024', '03/02/2024'))
    await expect(read([path])).rejects.toThrow(
      'a.csv line 2: 01/02/2024 may be January 2 or February 1: no day after the 12th decides. State the order',
    )
    const found = await read([path], { mapping: { dayOrder: 'dmy' } })
    expect(days(found)).toEqual(['2024-02-01', '2024-02-02', '2024-02-03'])
    const detected = await detectImport(path)
    expect(detected).toMatchObject({ format: 'csv', asks: ['dayOrder'], rows: [] })
    expect(detected.problem).toMatch(/may be January 2 or February 1/)
  })
})

describe('the clock of a file', () => {
  const under = (header: string): string =>
    `${header},open,high,low,close\n${[0, 1].map((m) => `2024-01-15 00:0${m},1,1,1,1`).join('\n')}\n`

  it('is required where the header names a local one', async () => {
    const path = await file('a.csv', under('Local time'))
    await expect(read([path])).rejects.toThrow('a.csv line 2: the times under "Local time" name no time zone')
    expect((await read([path], { timezone: 'UTC+02:00' })).times[0]).toBe(START - 2 * 3_600_000)
    expect(await detectImport(path)).toMatchObject({ format: 'csv', asks: ['timezone'], timezone: null })
  })

  it('is the one in the header, and nothing else may be stated', async () => {
    const path = await file('a.csv', under('Time (UTC+2)'))
    const { times, report } = await read([path])
    expect([times[0], report.timezone]).toEqual([START - 2 * 3_600_000, 'UTC+2'])
    await expect(read([path], { timezone: 'America/New_York' })).rejects.toThrow(
      'a.csv line 1: the header says that its times are in UTC+2, but America/New_York was given',
    )
  })
})

describe('what a file mixes', () => {
  const bar = (time: string, price = '1.1') => `${time},${price},${price},${price},${price}`
  const bars = (...times: readonly string[]) =>
    `time,open,high,low,close\n${times.map((time) => bar(time)).join('\n')}\n`

  it('is asked about where some times have an offset only, at the line', async () => {
    const plain = [0, 1, 2].map((minute) => at(minute).replace('T', ' ').slice(0, 19))
    const some = await file('some.csv', bars(at(0), at(1), plain[2] as string))
    await expect(read([some])).rejects.toMatchObject({
      message: expect.stringContaining(
        'some.csv line 4: the time has no UTC offset, unlike that of line 2. State the zone of such times',
      ),
      asks: 'timezone',
    })
    const later = await file('later.csv', bars(plain[0] as string, at(1), at(2)))
    await expect(read([later])).rejects.toMatchObject({ line: 3, asks: 'timezone' })
    const { times } = await read([some], { timezone: 'America/New_York' })
    expect(times).toEqual([START, START + 60_000, START + 2 * 60_000 + 5 * 3_600_000])
  })

  it('is refused where bars have several intervals, at the line of the first of the others', async () => {
    const minutes = Array.from({ length: 120 }, (_, minute) => at(minute))
    const hours = Array.from({ length: 24 }, (_, hour) => at(120 + 60 * hour))
    await expect(read([await file('both.csv', bars(...minutes, ...hours))])).rejects.toThrow(
      'both.csv line 122: H1 bars in a file of M1 bars: split it and import one of them',
    )
    const manyHours = Array.from({ length: 300 }, (_, hour) => at(60 * hour))
    const few = Array.from({ length: 9 }, (_, minute) => at(60 * 300 + minute))
    await expect(read([await file('few.csv', bars(...manyHours, ...few))])).rejects.toThrow(
      /few\.csv line 30\d: M1 bars/,
    )
    // Gaps of a quiet night are none.
    const quiet = minutes.filter((_, minute) => minute % 5 < 2 || minute > 60)
    expect((await read([await file('quiet.csv', bars(...quiet))])).times).toHaveLength(quiet.length)
  })

  it('is refused where times are in the future', async () => {
    const future = new Date(Date.now() + 40 * 86_400_000).toISOString()
    await expect(read([await file('next.csv', bars(at(0), at(1), future))])).rejects.toThrow(
      `next.csv line 4: ${future.slice(0, 16).replace('T', ' ')} UTC is in the future: are time zone and order of the date right?`,
    )
  })

  it('is asked about where a dot may be decimal or between thousands', async () => {
    const cells = (minute: number) => [at(minute), '67.100', '67.250', '67.050', '67.200'].join(';')
    const text = `time;open;high;low;close\n${[0, 1, 2].map(cells).join('\n')}\n`
    const path = await file('dots.csv', text)
    await expect(read([path])).rejects.toMatchObject({
      message: expect.stringContaining(
        'dots.csv line 2: "67.100" may be 67.1 or 67100: no other price decides. State the decimal sign',
      ),
      asks: 'decimal',
    })
    expect((await read([path], { mapping: { decimal: 'comma' } })).prices).toEqual([67_200, 67_200, 67_200])
    expect((await read([path], { mapping: { decimal: 'dot' } })).prices).toEqual([67.2, 67.2, 67.2])
    const commas = await file('commas.csv', text.replaceAll(';', ','))
    expect((await read([commas])).prices).toEqual([67.2, 67.2, 67.2])
  })
})
