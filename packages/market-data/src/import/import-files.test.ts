import { readdir, readFile, stat } from 'node:fs/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type ImportReport, importFiles, type MarketStore, openMarketStore, readColumns } from '../index.ts'
import { zip } from './zip.fixture.ts'

let dir = ''
let store: MarketStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-import-'))
  store = openMarketStore(join(dir, 'market'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

type More = Partial<Parameters<typeof importFiles>[0]>

async function load(
  format: string,
  content: string | Uint8Array,
  more: More & { name?: string } = {},
): Promise<ImportReport> {
  const { name = 'data.csv', ...rest } = more
  return importFiles({ store, files: [await file(name, content)], format, instrument: 'EURUSD:TEST', ...rest })
}

async function rows(
  format: string,
  content: string | Uint8Array,
  more: More & { name?: string } = {},
): Promise<number[][]> {
  const { name = 'data.csv', ...rest } = more
  const path = await file(name, content)
  const { columns } = await readColumns({ files: [path], format, instrument: 'EURUSD:TEST', ...rest })
  const lists =
    columns.kind === 'tick'
      ? [columns.time, columns.bid, columns.ask]
      : [
          columns.time,
          columns.bidOpen,
          columns.bidHigh,
          columns.bidLow,
          columns.bidClose,
          columns.askClose,
          columns.volume,
        ]
  return Array.from(columns.time, (_, row) => lists.map((list) => list[row] as number))
}

/** Minute bars in CSV from 2024-01-31 23:58, the first two in January. */
function minutes(count: number, price = 1.1): string[] {
  const start = Date.UTC(2024, 0, 31, 23, 58)
  return Array.from({ length: count }, (_, minute) => {
    const time = new Date(start + minute * 60_000).toISOString()
    const p = (price + minute / 10_000).toFixed(5)
    return `${time},${p},${p},${p},${p},10`
  })
}

const HEADER = 'timestamp,open,high,low,close,volume'
const csv = (lines: readonly string[]): string => `${[HEADER, ...lines].join('\n')}\n`

const payload = (open: number): string =>
      JSON.stringify({
        timestamp: 1_783_641_600_000, multiplier: 1e-5, open, high: open, low: open, close: open, shift: 60_000,
        times: [0, 2], opens: [0, 5], highs: [0, 6], lows: [0, 4], closes: [0, 5], volumes: [1, 2],
      }) // prettier-ignore

const tick = (ms: number, bid: number): string => `2024-01-02 00:00:00.${ms},${bid},${bid + 0.1}`

describe('formats', () => {
  it('reads MetaTrader bars: Athens time, bid and spread in points', async () => {
    const text =
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>\r\n' +
      '2024.07.01\t03:00:00\t1.07001\t1.07010\t1.06990\t1.07003\t12\t0\t7\r\n' +
      '2024.07.01\t03:01:00\t1.07003\t1.07003\t1.07003\t1.07003\t1\t0\t17\r\n'
    expect(await rows('mt5', text)).toEqual([
      [Date.UTC(2024, 6, 1), 1.07001, 1.0701, 1.0699, 1.07003, 1.0701, 12],
      [Date.UTC(2024, 6, 1, 0, 1), 1.07003, 1.07003, 1.07003, 1.07003, 1.0702, 1],
    ])
  })

  it('reads MetaTrader ticks in UTF-16, where an empty cell means unchanged', async () => {
    const text =
      '\uFEFF<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>\r\n' +
      '2024.01.02\t02:00:00.123\t1.10001\t1.10005\t\t\t6\r\n2024.01.02\t02:00:00.456\t\t1.10004\t\t\t4\r\n'
    expect(await rows('mt5', Buffer.from(text, 'utf16le'))).toEqual([
      [Date.UTC(2024, 0, 2, 0, 0, 0, 123), 1.10001, 1.10005],
      [Date.UTC(2024, 0, 2, 0, 0, 0, 456), 1.10001, 1.10004],
    ])
  })

  it('reads Lean quotes from an archive, with the day in the file name and FXCM in UTC-05:00', async () => {
    const text = '0,1.1,1.2,1.0,1.15,0,1.2,1.3,1.1,1.25,0\n60000,1.15,1.15,1.15,1.15,0,1.25,1.25,1.25,1.25,0\n'
    const archive = zip('20140501_eurusd_minute_quote.csv', text)
    const bar = [1.1, 1.2, 1, 1.15, 1.25, 0]
    const name = '20140501_quote.zip'
    expect((await rows('lean', archive, { name }))[0]).toEqual([Date.UTC(2014, 4, 1), ...bar])
    const fxcm = await rows('lean', archive, { name, instrument: 'EURUSD:FXCM' })
    expect(fxcm[0]).toEqual([Date.UTC(2014, 4, 1, 5), ...bar])
    const said = await rows('lean', archive, { name, timezone: 'Etc/GMT+5' })
    expect(said[0]).toEqual([Date.UTC(2014, 4, 1, 5), ...bar])
  })

  it('reads Lean trades and ticks', async () => {
    const trade = zip('20161007_btcusd_second_trade.csv', '4000,611,612,610,611.5,0.6\n30000,611,611,611,611,1\n')
    const report = await load('lean', trade, { name: '20161007_trade.zip', instrument: 'BTCUSD:COINBASE' })
    expect(report.series).toMatchObject([{ interval: 'S1', price: 'trade', rows: 2 }])
    const tick = zip('20140501_eurusd_tick_quote.csv', '292,1.38676,1.38686\n292,1.38677,1.38686')
    expect(await rows('lean', tick, { name: '20140501_quote.zip' })).toEqual([
      [Date.UTC(2014, 4, 1, 0, 0, 0, 292), 1.38676, 1.38686],
      [Date.UTC(2014, 4, 1, 0, 0, 0, 292), 1.38677, 1.38686],
    ])
  })

  it('reads HistData minutes and ticks in Eastern Standard Time all year', async () => {
    const bars = '20120701 000000;1.1;1.2;1.0;1.15;0\n20120701 000100;1.15;1.15;1.15;1.15;0\n'
    expect((await rows('histdata', bars))[0]).toEqual([Date.UTC(2012, 6, 1, 5), 1.1, 1.2, 1, 1.15, 1.15, 0])
    const ticks = '20120201 000003660,1.30658,1.30668,0\n20120201 000003910,1.30657,1.30668,0\n'
    expect(await rows('histdata', ticks)).toEqual([
      [Date.UTC(2012, 1, 1, 5, 0, 3, 660), 1.30658, 1.30668],
      [Date.UTC(2012, 1, 1, 5, 0, 3, 910), 1.30657, 1.30668],
    ])
  })

  it.each([
    ['milliseconds without a header', '', '1704067200000', '1704067259999'],
    [
      'microseconds with a header',
      'open_time,open,high,low,close,volume,close_time,a,b,c,d,e\n',
      '1704067200000000',
      '1704067259999999',
    ],
  ])('reads Binance klines, %s', async (_, header, open, close) => {
    const text = `${header}${open},42000.1,42010,41990,42005.5,12.5,${close},525000,100,6,252000,0\n`
    expect(await rows('binance', text, { instrument: 'BTCUSDT:BINANCE' })).toEqual([
      [1_704_067_200_000, 42000.1, 42010, 41990, 42005.5, 42005.5, 12.5],
    ])
  })

  it('reads Binance klines as JSON, and trades', async () => {
    const json = JSON.stringify([
      [1704067200000, '1.5', '1.6', '1.4', '1.55', '10', 1704070799999, '1', 5, '1', '1', '0'],
    ])
    const more = { name: 'klines.json', instrument: 'BTCUSDT:BINANCE' }
    expect(await rows('binance', json, more)).toEqual([[1_704_067_200_000, 1.5, 1.6, 1.4, 1.55, 1.55, 10]])
    const trades = '28457,4261.48,0.1,426.1,1502942428322,true,true\n28458,4261.49,0.2,852.2,1502942428322,false,true\n'
    expect(await rows('binance', trades, { instrument: 'BTCUSDT:BINANCE' })).toEqual([
      [1_502_942_428_322, 4261.48, 4261.48],
      [1_502_942_428_322, 4261.49, 4261.49],
    ])
  })

  it('combines Dukascopy candles of both sides', async () => {
    const files = [await file('x-BID.json', payload(1.1)), await file('x-ASK.json', payload(1.2))]
    const { columns } = await readColumns({ files, format: 'dukascopy', instrument: 'EURUSD:DUKASCOPY' })
    expect(columns).toMatchObject({
      time: Float64Array.of(1_783_641_600_000, 1_783_641_720_000),
      bidHigh: Float64Array.of(1.1, 1.10006),
      askLow: Float64Array.of(1.2, 1.20004),
    })
  })

  it.each([
    [
      'semicolons and an unnamed index column',
      '\nDate;Open;High;Low;Close\n2024-01-02 00:00:00;1;2;0.5;1.5\n2024-01-02 01:00:00;1;2;0.5;1.5\n',
    ],
    ['no header', '2024-01-02T00:00:00Z,1,2,0.5,1.5\n2024-01-02T01:00:00Z,1,2,0.5,1.5\n'],
    ['separate date and time', '2024.01.02,00:00,1,2,0.5,1.5,7\n2024.01.02,01:00,1,2,0.5,1.5,7\n'],
    ['epoch seconds, newest first', 'unix,open,high,low,close\n1704157200,1,2,0.5,1.5\n1704153600,1,2,0.5,1.5\n'],
    [
      'quotes',
      '"time","open","high","low","close"\n"2024-01-02 00:00","1","2","0.5","1.5"\n"2024-01-02 01:00","1","2","0.5","1.5"\n',
    ],
    [
      'a list of objects',
      JSON.stringify(
        [0, 1].map((h) => ({ t: 1, time: `2024-01-02T0${h}:00:00Z`, open: 1, high: 2, low: 0.5, close: 1.5 })),
      ),
    ],
  ])('recognizes the columns of a CSV file with %s', async (_, text) => {
    const found = await rows('csv', text)
    expect(found.map((row) => row.slice(0, 5))).toEqual([
      [Date.UTC(2024, 0, 2), 1, 2, 0.5, 1.5],
      [Date.UTC(2024, 0, 2, 1), 1, 2, 0.5, 1.5],
    ])
  })

  it('uses the columns that the user mapped, by name or number', async () => {
    const text = 'a,b,c,d,e\n02/03/2024 00:00,1,2,0.5,1.5\n02/03/2024 00:01,1,2,0.5,1.5\n'
    await expect(load('csv', text)).rejects.toThrow(/data\.csv line 1: no column for time/)
    const mapping = { time: 'a', open: '2', high: '3', low: '4', close: 'e', dayOrder: 'dmy' }
    expect((await rows('csv', text, { mapping }))[0]?.slice(0, 2)).toEqual([Date.UTC(2024, 2, 2), 1])
    await expect(rows('csv', text, { mapping: { ...mapping, time: 'zeit' } })).rejects.toThrow(/no column "zeit"/)
    await expect(rows('csv', text, { mapping: { ...mapping, preis: '1' } })).rejects.toThrow(/"preis" is not one of/)
  })

  it('distinguishes trades from quotes by their values and reads gzip', async () => {
    const trades = gzipSync('1672531436,90.54,1.1\n1672531471,90.45,1.0\n1672531471,90.36,0.3\n')
    const report = await load('csv', trades, { name: 'BCHEUR.csv.gz', instrument: 'BCHEUR:KRAKEN' })
    expect(report.series).toMatchObject([{ interval: 'Tick', price: 'trade', source: 'trade', rows: 3 }])
    const quotes = '2024-01-02 00:00:00.100,1.1,1.1001\n2024-01-02 00:00:00.200,1.1,1.1002\n'
    expect((await load('csv', quotes)).series).toMatchObject([{ interval: 'Tick', price: 'quote' }])
  })
})

describe('unusable files', () => {
  it.each([
    ['an empty file', 'csv', '', /data\.csv: the file is empty/],
    ['only a header', 'csv', `${HEADER}\n`, /has no rows/],
    ['binary garbage', 'csv', Buffer.from([1, 0, 2, 255, 0, 7]), /line 1: is not a text file/],
    ['another format', 'mt5', csv(minutes(3)), /line 1: the first line is not a MetaTrader 5 header/],
    ['another format', 'histdata', csv(minutes(3)), /line 1: the first line is neither/],
    ['another format', 'binance', csv(minutes(3)), /line 2: the row is neither a Binance kline nor a Binance trade/],
    ['another format', 'dukascopy', '{"a":1}', /not a Dukascopy price payload/],
    ['cut JSON', 'csv', '[[1704067200000,1,2,0.5,1.5],[17040', /data\.csv line 1: is not complete JSON/],
    [
      'damaged gzip',
      'csv',
      Buffer.concat([gzipSync('1,2,3\n').subarray(0, 10), Buffer.from([255, 255])]),
      /cannot be read/,
    ],
    ['prose', 'csv', 'Dear trader\nthis is no data\n', /line 1: no column for time/],
    [
      'a damaged archive',
      'lean',
      zip('20140501_x_minute_trade.csv', '0,1,1,1,1,1\n').subarray(0, 60),
      /archive cannot be read/,
    ],
  ])('refuses %s (%s)', async (_, format, content, message) => {
    await expect(load(format, content)).rejects.toThrow(message)
    expect(await store.instruments()).toEqual([])
  })

  it.each([
    ['its last digit', 1],
    ['half of a price', 5],
    ['all but half of the time', 40],
  ])('refuses a file that was cut in the middle of its last row (%s missing)', async (_, cut) => {
    // Without the volume, so that the last cell is a price with five decimals like the others.
    const whole = `timestamp,open,high,low,close\n${minutes(30)
      .map((line) => line.replace(/,10$/, ''))
      .join('\n')}\n`
    const text = whole.slice(0, -1 - cut)
    await expect(load('csv', text)).rejects.toThrow(/data\.csv line 31: the row is truncated/)
    expect(await store.instruments()).toEqual([])
  })

  it('imports a complete last row without a line break, and says so', async () => {
    const report = await load('csv', csv(minutes(5)).trimEnd())
    expect(report).toMatchObject({ rows: 5, problemCounts: { noFinalNewline: 1 } })
  })

  it('refuses a last row without a line break that may have lost digits of an integer', async () => {
    const text = csv(minutes(30)).replaceAll(/,10$/gm, ',1234')
    await expect(load('csv', text.slice(0, -2))).rejects.toThrow(/data\.csv line 31: .* add a line break/)
    expect((await load('csv', text.trimEnd())).rows).toBe(30)
  })

  it('leaves nothing of a market whose months are all refused', async () => {
    const text = 'time,open,high,low,close\n2024-01-02 00:00,1.1,1.1,1.1,1.1\n2024-01-02 00:01,1.1,x,1.1,1.1\n'
    const more = '2024-01-02 00:02,1.1,1.1,1.1,1.1\n2024-01-02 00:03,1.1,1.1,1.1,1.1\n'
    const report = await load('csv', text + more)
    expect(report.months.map(({ status }) => status)).toEqual(['refused'])
    expect(await store.instruments()).toEqual([])
  })

  it('reports the problem with the instrument, format, time zone or file', async () => {
    const good = csv(minutes(3))
    await expect(load('csv', good, { instrument: 'EURUSD' })).rejects.toThrow(/SYMBOL:BROKER/)
    await expect(load('csv', good, { instrument: '../x:..' })).rejects.toThrow()
    await expect(load('csv', good, { instrument: 'EURUSD:../../etc' })).rejects.toThrow()
    await expect(load('xls', good)).rejects.toThrow(/format "xls" is unknown; the formats are .*fxcm.*mt5.*csv$/)
    await expect(load('csv', good, { timezone: 'Mars/Olympus' })).rejects.toThrow(/Time zone "Mars\/Olympus"/)
    const missing = { store, files: [join(dir, 'nothing.csv')], format: 'csv', instrument: 'EURUSD:TEST' }
    await expect(importFiles(missing)).rejects.toThrow(/nothing\.csv: there is no such file/)
    expect(await readdir(dir)).not.toContain('market')
  })
})

describe('files that contradict what is said of them', () => {
  it('refuses bars that are shorter than the interval they are said to have', async () => {
    await expect(load('csv', csv(minutes(90)), { interval: 'H1' })).rejects.toThrow(
      'these cannot be H1 bars: most begin before the previous one has ended, but look like M1',
    )
    expect(await store.instruments()).toEqual([])
    expect((await load('csv', csv(minutes(90)), { interval: 'M1' })).series).toMatchObject([{ interval: 'M1' }])
  })

  it('accepts bars with gaps that are longer than the interval they are said to have', async () => {
    const everyFifth = minutes(90).filter((_, minute) => minute % 5 === 0)
    expect((await load('csv', csv(everyFifth), { interval: 'M1' })).series).toMatchObject([{ interval: 'M1' }])
  })

  it('refuses a header that names a column twice, unless a mapping says which of them is meant', async () => {
    const text = [
      'time,open,high,low,Close,close',
      '2024-01-31T23:58:00Z,1,3,1,2,1',
      '2024-01-31T23:59:00Z,1,3,1,2,1',
      '',
    ]
    await expect(rows('csv', text.join('\n'))).rejects.toThrow(/header has two columns "close"; use a mapping/)
    const mapping = { time: 'time', open: 'open', high: 'high', low: 'low' }
    expect((await rows('csv', text.join('\n'), { mapping: { ...mapping, close: '5' } }))[0]?.[4]).toBe(2)
    const unclear = rows('csv', text.join('\n'), { mapping: { ...mapping, close: 'close' } })
    await expect(unclear).rejects.toThrow('mapping: there are two columns "close"; use the number of one of them')
  })
})

describe('bad rows', () => {
  it.each([
    ['badPrice', '2024-02-01T00:02:00.000Z,1.1,1.1,-1.1,1.1,10'],
    ['badPrice', '2024-02-01T00:02:00.000Z,0,1.1,1.1,1.1,10'],
    ['badNumber', '2024-02-01T00:02:00.000Z,1.1,NaN,1.1,1.1,10'],
    ['badNumber', '2024-02-01T00:02:00.000Z,1.1,,1.1,1.1,10'],
    ['badNumber', '2024-02-01T00:02:00.000Z,1.1,1.1,1.1,1.1,-3'],
    ['highBelowLow', '2024-02-01T00:02:00.000Z,1.1,1.0,1.2,1.1,10'],
    ['badTime', 'yesterday,1.1,1.1,1.1,1.1,10'],
    ['badTime', '2024-02-30T00:02:00.000Z,1.1,1.1,1.1,1.1,10'],
    ['badTime', '0024-02-01 00:02,1.1,1.1,1.1,1.1,10'],
    ['badTime', '9999-02-01 00:02,1.1,1.1,1.1,1.1,10'],
    ['badRow', '2024-02-01T00:02:00.000Z,1.1'],
    ['badRow', '2024-02-01T00:02:00.000Z,1,1000,1,1000,1,0999,1,1000,10'],
    ['badNumber', '2024-02-01T00:02:00.000Z,0x1,1.1,1.1,1.1,10'],
    ['badPrice', '2024-02-01T00:02:00.000Z,1.1,1e300,1.1,1.1,10'],
  ])('refuses the month of a bad row (%s: %s) and imports the others', async (kind, bad) => {
    const lines = minutes(10)
    lines[4] = bad
    const report = await load('csv', csv(lines))
    expect(report.problemCounts).toEqual({ [kind]: 1 })
    expect(report.problems[0]).toMatchObject({ kind, severity: 'error', line: 6 })
    expect(report.problems[0]?.file).toMatch(/data\.csv$/)
    expect(report.months.map(({ month, status }) => [month, status])).toEqual([
      ['2024-01', 'written'],
      ['2024-02', 'refused'],
    ])
    const instrument = await store.instrument('EURUSD:TEST')
    expect(instrument?.series[0]?.months.map(({ month, rows: count }) => [month, count])).toEqual([['2024-01', 2]])
  })

  it('refuses every row of a comma-separated file with decimal commas', async () => {
    const commas = minutes(10).map((line) => line.replaceAll('.0', ',0').replaceAll('1.1', '1,1'))
    await expect(load('csv', csv(commas))).rejects.toThrow(/line 2: \d+ cells where the header has 6/)
  })

  it('accepts rows whose extra cells are empty', async () => {
    expect((await load('csv', csv(minutes(4).map((line) => `${line},,`)))).problemCounts).toEqual({})
  })

  it('leaves an existing month unchanged when its rows are bad', async () => {
    await load('csv', csv(minutes(10)))
    const path = join(dir, 'market/TEST/EURUSD/M1-trade/2024-02.parquet')
    const before = await readFile(path)
    const lines = minutes(10, 1.2)
    lines[4] = 'rubbish,1,1,1,1,1'
    await load('csv', csv(lines))
    expect((await readFile(path)).equals(before)).toBe(true)
  })

  it('does not run on a file with a bad row', async () => {
    const lines = minutes(10)
    lines[4] = '2024-02-01T00:02:00.000Z,1.1,1.0,1.2,1.1,10'
    const path = await file('run.csv', csv(lines))
    const request = { files: [path], format: 'csv', instrument: 'EURUSD:TEST' }
    await expect(readColumns(request)).rejects.toThrow(/run\.csv line 6: high 1 is below low 1\.2/)
  })

  it('lists the first hundred bad rows and counts all', async () => {
    const lines = minutes(1000).map((line, row) => (row % 4 === 2 ? line.replace(/,10$/, ',x') : line))
    const report = await load('csv', csv(lines))
    expect(report.problems).toHaveLength(100)
    expect(report.problemCounts).toEqual({ badNumber: 250 })
  })
})

describe('order, duplicates and repeated imports', () => {
  it('grades the data as the store does', async () => {
    // A long flat stretch and a jump: no row is wrong by itself.
    const lines = minutes(600).map((line, at) =>
      at > 100 && at < 400 ? line.replace(/(,1\.\d+){4}/, ',1.1,1.1,1.1,1.1') : line,
    )
    const { series } = await load('csv', csv([...lines.slice(0, 450), ...lines.slice(500)]))
    const found = await store.instrument('EURUSD:TEST')
    const { goodPercent, missing, flat } = found?.series[0]?.quality.summary ?? {}
    expect(series[0]?.grade).toMatchObject({ goodPercent, missing, counts: { gap: 1, flat } })
    expect(goodPercent).toBeLessThan(50)
  })

  it('sorts rows, drops repeated bars and reports which value was kept', async () => {
    const [a, b, c] = minutes(3) as [string, string, string]
    const report = await load('csv', csv([b, a, c, c, c.replace(/1\.10020,10$/, '1.10020,11')]))
    expect(report.problemCounts).toEqual({ outOfOrder: 1, duplicate: 1, conflictingDuplicate: 1 })
    expect(report).toMatchObject({ rows: 3, quality: { duplicates: 2 }, files: [{ rows: 5 }] })
    const columns = await store.load({ instrumentId: 'EURUSD:TEST', series: 'M1' })
    expect(columns.kind === 'bar' && [...columns.volume]).toEqual([10, 10, 11])
  })

  it('changes neither the file nor its time stamp on a repeated import', async () => {
    const text = csv(minutes(50))
    expect(await load('csv', text)).toMatchObject({ imported: 50, unchanged: 0 })
    const path = join(dir, 'market/TEST/EURUSD/M1-trade/2024-02.parquet')
    const before = await stat(path)
    expect(await load('csv', text)).toMatchObject({ imported: 0, unchanged: 50, replaced: 0 })
    expect((await stat(path)).mtimeMs).toBe(before.mtimeMs)
  })

  it('merges an overlapping import, whose values replace the old ones', async () => {
    await load('csv', csv(minutes(10)))
    const later = minutes(20).slice(8)
    later[0] = (later[0] as string).replace(/,10$/, ',99')
    expect(await load('csv', csv(later))).toMatchObject({ imported: 10, unchanged: 1, replaced: 1 })
    const columns = await store.load({ instrumentId: 'EURUSD:TEST', series: 'M1' })
    expect(columns.time.length).toBe(20)
    expect(columns.kind === 'bar' && columns.volume[8]).toBe(99)
  })

  it('keeps ticks of one millisecond in file order and does not duplicate them', async () => {
    const text = `time,bid,ask\n${[tick(100, 1.3), tick(100, 1.1), tick(100, 1.2), tick(200, 1.4)].join('\n')}\n`
    await load('csv', text)
    expect(await load('csv', text)).toMatchObject({ imported: 0, unchanged: 4 })
    await load('csv', `time,bid,ask\n${[tick(300, 1.5), tick(300, 1.5)].join('\n')}\n`)
    const columns = await store.load({ instrumentId: 'EURUSD:TEST', series: 'Tick' })
    expect(columns.kind === 'tick' && [...columns.bid]).toEqual([1.3, 1.1, 1.2, 1.4, 1.5, 1.5])
  })

  it('drops and reports bars that only one side has', async () => {
    const files = [await file('bid.csv', csv(minutes(5))), await file('ask.csv', csv(minutes(6, 1.2).slice(1)))]
    const report = await importFiles({ store, files, format: 'fxcm', instrument: 'EURUSD:TEST' })
    expect(report).toMatchObject({ rows: 4, problemCounts: { unpaired: 2 }, series: [{ source: 'both' }] })
    expect(report.problems.map(({ file: name, line }) => [name.slice(-7), line])).toEqual([
      ['bid.csv', 2],
      ['ask.csv', 6],
    ])
  })

  it('refuses to mix bids into trades', async () => {
    await load('csv', csv(minutes(5)))
    await expect(load('csv', csv(minutes(5)), { name: 'x-bid.csv' })).rejects.toThrow(
      /already has M1 data of one price/,
    )
  })

  it('reports its progress in bytes and can be aborted', async () => {
    const seen: number[] = []
    const text = csv(minutes(20_000))
    await load('csv', text, { onProgress: ({ bytes, totalBytes }) => seen.push(bytes / totalBytes) })
    expect(seen.at(-1)).toBe(1)
    expect(seen.every((part, index) => index === 0 || part >= (seen[index - 1] as number))).toBe(true)
    const abort = new AbortController()
    const stopped = load('csv', text, {
      name: 'b.csv',
      instrument: 'GBPUSD:TEST',
      signal: abort.signal,
      onProgress: () => abort.abort(),
    })
    await expect(stopped).rejects.toThrow(/abort/i)
    expect(await store.instrument('GBPUSD:TEST')).toBeNull()
  })
})

const rowsAt = (times: readonly string[]): string => csv(times.map((time) => `${time},1.1,1.1,1.1,1.1,1`))

describe('time zones', () => {
  it('distinguishes the two hours when the clock is set back', async () => {
    const times = ['00:30', '01:00', '01:30', '01:00', '01:30', '02:00'].map((time) => `2024-10-27 ${time}`)
    const found = await rows('csv', rowsAt(times), { timezone: 'Europe/London', interval: 'M30' })
    expect(found.map(([time]) => new Date(time as number).toISOString().slice(8, 16))).toEqual([
      '26T23:30', '27T00:00', '27T00:30', '27T01:00', '27T01:30', '27T02:00',
    ]) // prettier-ignore
    const report = await load('csv', rowsAt(times), { timezone: 'Europe/London', interval: 'M30' })
    expect(report.problemCounts).toEqual({ ambiguousTime: 4 })
  })

  it('refuses a time that the clock skipped', async () => {
    const times = ['00:00', '00:30', '01:30', '02:00'].map((time) => `2024-03-31 ${time}`)
    const report = await load('csv', rowsAt(times), { timezone: 'Europe/London', interval: 'M30' })
    expect(report.problemCounts).toEqual({ nonexistentTime: 1 })
    expect(report.problems[0]?.message).toMatch(/2024-03-31 01:30:00 does not exist in Europe\/London/)
    expect(report.months[0]?.status).toBe('refused')
  })

  it('prefers a time zone in the text to the given one', async () => {
    const text = rowsAt(['2024-01-02T00:00:00+02:00', '2024-01-02T00:01:00+02:00'])
    const found = await rows('csv', text, { timezone: 'America/New_York' })
    expect(found[0]?.[0]).toBe(Date.UTC(2024, 0, 1, 22))
  })
})
