import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { isMarketOpen, nextChange } from '@tradeloom/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  importCalendar,
  listCalendars,
  openMarketStore,
  readCalendar,
  readColumns,
  removeCalendar,
  resolveInstrument,
} from '../index.ts'

const DATA = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', '..', 'shared', 'data')
const there = existsSync(join(DATA, 'reference/market-hours-database.json'))
if (!there) console.warn('../shared/data is absent: tests of calendars on real data are skipped.')

const EURUSD = resolveInstrument('EURUSD:OANDA')
const HOUR = 3_600_000
const [AGES_AGO, AGES_AHEAD] = [0, Date.UTC(2100, 0)]

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-calendar-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function file(name: string, content: unknown): Promise<string> {
  await writeFile(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content))
  return join(dir, name)
}

const market = (): string => join(dir, 'market')
const closuresIn = async (...request: [typeof EURUSD, number, number]) =>
  (await openMarketStore(market()).closures(...request)).closures
const iso = ({ from, to }: { from: number; to: number }): string =>
  [from, to].map((time) => new Date(time).toISOString().slice(0, 16)).join(' to ')

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10)

const lean = (entry: object): object => ({
  entries: { 'Forex-oanda-[*]': { exchangeTimeZone: 'America/New_York', ...entry } },
})

describe('a calendar', () => {
  it('keeps full days, early closes and late opens in local time, daylight saving time included', async () => {
    const path = await file(
      'hours.json',
      lean({
        holidays: ['12/25/2014', '7/4/2014', '3/9/2014'],
        earlyCloses: { '12/31/2014': '14:00:00', '11/28/2014': '12:00:00' },
        lateOpens: { '12/26/2014': '17:05:00', '11/28/2014': '17:00:00' },
        bankHolidays: ['10/13/2014'],
      }),
    )
    const report = await importCalendar({ marketDir: market(), file: path, format: 'lean' })
    expect(report).toMatchObject({ timezone: 'America/New_York', days: 6, bankHolidays: 1 })
    expect(report.calendar).toMatchObject({ name: 'forex', sources: ['hours.json Forex-oanda-[*]'] })
    expect((await readCalendar(market(), 'forex'))?.closures.map(iso)).toEqual([
      // The day on which daylight saving time begins has 23 hours.
      '2014-03-09T05:00 to 2014-03-10T04:00',
      '2014-07-04T04:00 to 2014-07-05T04:00',
      // Closes at noon and reopens in the evening of the same day.
      '2014-11-28T17:00 to 2014-11-28T22:00',
      '2014-12-25T05:00 to 2014-12-26T22:05',
      '2014-12-31T19:00 to 2015-01-01T05:00',
    ])
  })

  it('imports custom rows in any time zone, as CSV and as JSON', async () => {
    const csv = await file('days.csv', 'date,open,close\n2014-12-25,,\r\n2014-12-31,,14:00\n2014-12-29,9:30,16:00\n')
    const request = { marketDir: market(), timezone: 'Europe/Athens', name: 'EURUSD:oanda' }
    const { calendar } = await importCalendar({ ...request, file: csv, format: 'csv' })
    expect(calendar.name).toBe('EURUSD:OANDA')
    expect(calendar.closures.map(iso)).toEqual([
      '2014-12-24T22:00 to 2014-12-25T22:00',
      '2014-12-28T22:00 to 2014-12-29T07:30',
      '2014-12-29T14:00 to 2014-12-29T22:00',
      '2014-12-31T12:00 to 2014-12-31T22:00',
    ])
    const rows = [{ date: '2014-12-25' }, { date: '2014-12-31', close: '14:00' }, { date: '2014-12-29', open: '09:30', close: '16:00' }] // prettier-ignore
    const json = await importCalendar({ ...request, file: await file('days.json', rows), format: 'json' })
    expect(json.calendar.closures).toEqual(calendar.closures)
  })

  it('makes one clock for all its days, which takes long, and lets none of them disturb another', async () => {
    const days = [
      '2014-11-01,,',
      '2014-11-02,,',
      '2014-03-08,,',
      '2014-03-09,,',
      '2014-11-03,,14:00',
      '2014-11-04,12:30,',
    ]
    const path = await file('days.csv', ['date,open,close', ...days].join('\n'))
    const clocks = vi.spyOn(Intl, 'DateTimeFormat')
    // Its clocks show midnight twice in November and skip it in March.
    const request = { marketDir: market(), file: path, format: 'csv', timezone: 'America/Havana' }
    const { calendar } = await importCalendar(request)
    // One to check the name of the zone.
    expect(clocks).toHaveBeenCalledTimes(2)
    clocks.mockRestore()
    expect(calendar.closures.map(iso)).toEqual([
      '2014-03-08T05:00 to 2014-03-10T04:00',
      '2014-11-01T04:00 to 2014-11-03T05:00',
      '2014-11-03T19:00 to 2014-11-04T17:30',
    ])
  })

  it('replaces a calendar on the next import, adds to it, or removes it', async () => {
    const first = await file('a.csv', 'date,open,close\n2014-12-25,,\n')
    const second = await file('b.csv', 'date,open,close\n2014-12-26,,\n')
    const request = { marketDir: market(), format: 'csv' }
    await importCalendar({ ...request, file: first })
    await importCalendar({ ...request, file: second, add: true })
    expect(await readCalendar(market(), 'forex')).toMatchObject({
      sources: ['a.csv', 'b.csv'],
      closures: [{ from: Date.UTC(2014, 11, 25, 5), to: Date.UTC(2014, 11, 27, 5) }],
    })
    await importCalendar({ ...request, file: second })
    expect((await readCalendar(market(), 'forex'))?.closures.map(iso)).toEqual(['2014-12-26T05:00 to 2014-12-27T05:00'])
    expect([await removeCalendar(market(), 'forex'), await removeCalendar(market(), 'forex')]).toEqual([true, false])
    expect(await listCalendars(market())).toEqual([])
  })

  it('refuses to add another file to a calendar of a hundred, and keeps it as it is', async () => {
    const request = { marketDir: market(), format: 'csv', add: true }
    for (let day = 0; day < 100; day++) {
      const date = new Date(Date.UTC(2014, 0, 1 + day)).toISOString().slice(0, 10)
      await importCalendar({ ...request, file: await file(`${day}.csv`, `date,open,close\n${date},,\n`) })
    }
    const more = { ...request, file: await file('more.csv', 'date,open,close\n2015-01-01,,\n') }
    await expect(importCalendar(more)).rejects.toThrow(/forex comes from 100 files already: replace it by one file/)
    expect((await readCalendar(market(), 'forex'))?.sources).toHaveLength(100)
    await importCalendar({ ...request, file: await file('99.csv', 'date,open,close\n2015-01-02,,\n') })
    expect((await readCalendar(market(), 'forex'))?.closures.at(-1)?.from).toBe(Date.UTC(2015, 0, 2, 5))
  })

  it('is removed once, by whoever comes first', async () => {
    const path = await file('a.csv', 'date,open,close\n2014-12-25,,\n')
    await importCalendar({ marketDir: market(), format: 'csv', file: path })
    const removed = await Promise.all(Array.from({ length: 10 }, () => removeCalendar(market(), 'forex')))
    expect(removed.filter(Boolean)).toHaveLength(1)
  })

  it('applies a calendar to the instruments with its weekly hours, or to one instrument', async () => {
    const request = { marketDir: market(), format: 'csv' }
    await importCalendar({ ...request, file: await file('a.csv', 'date,open,close\n2014-12-25,,\n') })
    const own = await file('b.csv', 'date,open,close\n2014-12-24,,13:00\n2014-05-01,,\n')
    await importCalendar({ ...request, file: own, name: 'EURUSD:OANDA' })
    const closures = await closuresIn(EURUSD, Date.UTC(2014, 5), AGES_AHEAD)
    expect(closures.map(iso)).toEqual(['2014-12-24T18:00 to 2014-12-26T05:00'])
    const gold = await closuresIn(resolveInstrument('XAUUSD:OANDA'), AGES_AGO, AGES_AHEAD)
    expect(gold.map(iso)).toEqual(['2014-12-25T05:00 to 2014-12-26T05:00'])
    expect(await closuresIn(resolveInstrument('BTCUSD:X'), AGES_AGO, AGES_AHEAD)).toEqual([])
    expect(await openMarketStore(market()).instruments()).toEqual([])
  })

  it('returns no closures when no calendar was imported', async () => {
    expect(await closuresIn(EURUSD, AGES_AGO, AGES_AHEAD)).toEqual([])
  })

  it('does not treat a damaged calendar as one without holidays', async () => {
    const path = await file('a.csv', 'date,open,close\n2014-12-25,,\n')
    await importCalendar({ marketDir: market(), format: 'csv', file: path })
    await writeFile(join(market(), '.calendars/forex.json'), '{"closures": [')
    await expect(closuresIn(EURUSD, AGES_AGO, AGES_AHEAD)).rejects.toThrow(
      'The calendar forex is damaged. Import it again',
    )
    expect(await readdir(join(market(), '.calendars'))).toEqual(['forex.json'])
  })

  const rows = (count: number): string =>
    ['date,open,close', ...Array.from({ length: count }, (_, day) => `${isoDate(Date.UTC(1990, 0, 1 + day))},,`)].join(
      '\n',
    )
  const csv = (text: string) => ({ name: 'x.csv', content: text, format: 'csv' })
  const db = (entry: object) => ({ name: 'x.json', content: lean(entry), format: 'lean' })
  it.each([
    ['another header', csv('day,open,close\n'), /x\.csv line 1: the header is not date,open,close/],
    ['a day that does not exist', csv('date,open,close\n\n2014-02-30,,\n'), /line 3: "2014-02-30" is not a date/],
    ['a cell that is not a day', csv('date,open,close\n\n'), /x\.csv: has no days/],
    ['an empty list', { name: 'x.json', content: '[]', format: 'json' }, /x\.json: has no days/],
    ['a time that does not exist', csv('date,open,close\n2014-02-03,25:00,\n'), /line 2: "25:00" is not a time like 14:00/],
    ['a row that is too long', csv('date,open,close\n2014-02-03,,,\n'), /line 2: has 4 cells/],
    ['an unknown format', { ...csv(''), format: 'ics' }, /format "ics" is unknown: use one of lean, csv, json/],
    ['an unknown zone', { ...csv('date,open,close\n2014-12-25,,\n'), timezone: 'Mars/Base' }, /Time zone "Mars\/Base"/],
    ['an unknown calendar', { ...csv('date,open,close\n2014-12-25,,\n'), calendar: '../x' }, /Calendar "\.\.\/x" is not one of forex/],
    ['half a file', { name: 'x.json', content: '{"entries": {', format: 'lean' }, /x\.json: is not complete JSON/],
    ['another kind of file', { name: 'x.json', content: [], format: 'lean' }, /not a market-hours database/],
    ['a market that does not exist', { ...db({}), market: 'Forex-none-[*]' }, /no market Forex-none-\[\*\]. It has Forex-oanda/],
    ['a value that is not a date', db({ holidays: ['1/1/2014', '25/12/2014'] }), /entries\["Forex-oanda-\[\*\]"\]\.holidays\[1\]: "25\/12\/2014"/],
    ['a value that is not a time', db({ earlyCloses: { '1/2/2014': 'noon' } }), /\.earlyCloses\["1\/2\/2014"\]: "noon" is not a time/],
    ['a value that is not a time zone', db({ exchangeTimeZone: 5 }), /exchangeTimeZone is not a string/],
    ['a day that comes twice', csv('date,open,close\n2014-02-03,,14:00\n\n2014-02-03,15:00,\n'), /x\.csv line 4: 2014-02-03 is already in line 2/],
    ['an object that comes twice', { name: 'x.json', content: [{ date: '2014-02-03' }, { date: '2014-02-03' }], format: 'json' }, /\[1\]: 2014-02-03 is already in \[0\]/],
    ['a day after all times', csv('date,open,close\n2199-12-31,,\n2200-01-01,,\n'), /line 3: "2200-01-01" is not between 1900 and 2199/],
    ['a holiday after all times', db({ holidays: ['1/1/2200'] }), /\.holidays\[0\]: "1\/1\/2200" is not between 1900 and 2199/],
    ['too many days', csv(rows(20_001)), /x\.csv line 20002: a calendar has at most 20000 days/],
    ['megabytes of empty lines', csv('date,open,close\n2014-02-03,,' + '\n'.repeat(2_000_000)), /x\.csv: is too long: a calendar has at most 20000 days/],
    ['too many objects', { name: 'x.json', content: Array.from({ length: 20_001 }, () => ({})), format: 'json' }, /a calendar has at most 20000 days/],
    ['too many holidays', db({ holidays: Array.from({ length: 20_001 }, () => '1/1/2014') }), /\.holidays has 20001 days, and a calendar at most 20000/],
    ['objects with other keys', { name: 'x.json', content: [{ day: '2014-01-01' }], format: 'json' }, /\[0\]: "day" is not one of/],
  ])('refuses to make a calendar of %s', async (_, { name, content, format, ...options }, message) => {
    const { calendar, ...others } = options as { calendar?: string }
    const request = { marketDir: market(), file: await file(name, content), format, ...others }
    await expect(importCalendar({ ...request, ...(calendar ? { name: calendar } : {}) })).rejects.toThrow(message)
    expect(await listCalendars(market())).toEqual([])
  }) // prettier-ignore
})

describe.skipIf(!there)('real calendars and prices', () => {
  it('reads the holidays of OANDA’s EURUSD around 2014', async () => {
    const path = join(DATA, 'reference/market-hours-database.json')
    const report = await importCalendar({ marketDir: market(), file: path, format: 'lean' })
    expect(report).toMatchObject({ timezone: 'America/New_York', calendar: { name: 'forex' }, days: 52 })
    const closures = await closuresIn(EURUSD, Date.UTC(2013, 0, 1), Date.UTC(2015, 0, 2))
    expect(closures.map(iso)).toEqual([
      '2012-12-31T19:00 to 2013-01-02T05:00',
      '2013-12-31T19:00 to 2014-01-01T05:00',
      '2014-12-31T19:00 to 2015-01-01T05:00',
    ])
  })

  it.each([
    ['fx/eurusd-oanda-lean/minute', 'lean', 'EURUSD:OANDA', 15_366, 2],
    ['fx/eurusd-oanda-lean/tick', 'lean', 'EURUSD:OANDA', 532_903, 2],
    ['fx/gbpusd-m1-fxcm', 'fxcm', 'GBPUSD:FXCM', 30_117, 4],
    // A server on Athens time: in March New York has already changed its clocks and the server has not.
    ['fx/eurusd-m1-mt5', 'mt5', 'EURUSD:MT5', 58_336, 8],
    // Twelve years; in the first, the law moved daylight saving time. Two gaps are holidays.
    ['fx/eurusd-oanda-lean/hour', 'lean', 'EURUSD:OANDA', 74_439, 628],
  ])('%s has prices only in open hours, up to their end', async (folder, format, instrument, rows, weekends) => {
    const { columns } = await readColumns({ files: [join(DATA, folder)], format, instrument })
    const { time } = columns
    const closed = [...time].filter((at) => !isMarketOpen('forex', at))
    expect([time.length, closed.map((at) => new Date(at).toISOString())]).toEqual([rows, []])
    const lasts = [...time].filter((at, row) => (time[row + 1] ?? at) - at > 40 * HOUR)
    expect(lasts).toHaveLength(weekends)
    // The last row is minutes before the close, or the bar of the last hour, except in weeks with a holiday.
    const early = lasts.filter((at) => nextChange('forex', at) - at > (weekends > 100 ? HOUR : HOUR / 6))
    expect(early.length).toBeLessThan(weekends / 20)
  })
})
