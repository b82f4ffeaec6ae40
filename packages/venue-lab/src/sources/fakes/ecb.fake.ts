// Shapes: recorded CSV rows of the ECB data portal, and the list of dataflows of SDMX 2.1.
import { FakeError, type SourceFake } from '../source-fake.ts'

const KEYS = 1500

interface Version {
  readonly period: string
  readonly value: string
  readonly action: 'A' | 'R' | 'D'
  readonly from: string
  readonly to?: string
}

const SPOT = 'EXR.D.USD.EUR.SP00.A'
const RATES: readonly Version[] = [
  { period: '2024-03-28', value: '1.0811', action: 'A', from: '2024-03-28T15:56:40.000+01:00' },
  {
    period: '2024-04-02',
    value: '1.0749',
    action: 'A',
    from: '2024-04-02T15:57:01.000+02:00',
    to: '2024-04-03T09:00:00.000+02:00',
  },
  {
    period: '2024-04-02',
    value: '1.0750',
    action: 'R',
    from: '2024-04-03T09:00:00.000+02:00',
    to: '2024-04-04T09:00:00.000+02:00',
  },
  // Something else than the value has changed.
  { period: '2024-04-02', value: '1.0750', action: 'R', from: '2024-04-04T09:00:00.000+02:00' },
  {
    period: '2024-04-03',
    value: '',
    action: 'A',
    from: '2024-04-03T15:57:01.000+02:00',
    to: '2024-04-05T10:00:00.000+02:00',
  },
  { period: '2024-04-03', value: '', action: 'D', from: '2024-04-05T10:00:00.000+02:00' },
  {
    period: '2024-04-04',
    value: 'NaN',
    action: 'A',
    from: '2024-04-04T00:00:00.000+02:00',
    to: '2024-04-08T15:00:00.000+02:00',
  },
  {
    period: '2024-04-04',
    value: '1.0852',
    action: 'R',
    from: '2024-04-08T15:00:00.000+02:00',
    to: '2024-04-09T15:00:00.000+02:00',
  },
  { period: '2024-04-04', value: '1.0852', action: 'D', from: '2024-04-09T15:00:00.000+02:00' },
]
/** Without the change of something else, and without the second way of saying that there is no value. */
const REVISIONS = 7
const CURRENCIES = Array.from({ length: 25 }, (_, n) => `X${String.fromCharCode(65 + n)}D`)

const HEADER = [
  'KEY',
  'FREQ',
  'CURRENCY',
  'TIME_PERIOD',
  'OBS_VALUE',
  'OBS_STATUS',
  'TITLE',
  'TITLE_COMPL',
  'UNIT',
  'UNIT_MULT',
]
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(cell).join(',')).join('\r\n')
const row = (key: string, period: string, value: string): string[] => [
  key,
  key.split('.')[1] ?? '',
  key.split('.')[2] ?? '',
  period,
  value,
  value === '' ? 'M' : 'A',
  'US dollar/Euro',
  'ECB reference rate, "spot"\nof 2:15 pm',
  key.startsWith('MNA') ? 'EUR' : 'USD',
  key.startsWith('MNA') ? '6' : '0',
]

export const fake: SourceFake = {
  keys: [],
  samples: {
    database: 'EXR',
    datasets: KEYS,
    codes: ['EXR/D.USD.EUR.SP00.A', 'EXR/D.XAD+XBD.EUR.SP00.A', 'MNA/Q.Y.I8.W2.S1.S1.B.B1GQ._Z._Z._Z.EUR.LR.N'],
    missing: 'EXR/D.NOTHING',
    sparse: 'EXR/D.USD.EUR.SP00.A',
    empty: 'EXR/D.NONE.EUR.SP00.A',
    wide: 'EXR/D..EUR.SP00.A',
    revised: { code: 'EXR/D.USD.EUR.SP00.A', count: REVISIONS },
  },
  answer({ path: [service, kind, flow, key], query }) {
    if (service !== 'service') throw notFound()
    if (kind === 'dataflow') return { body: FLOWS }
    if (kind !== 'data' || flow === undefined || query.get('format') !== 'csvdata') throw notFound()
    if (key === undefined) {
      const keys = Array.from({ length: KEYS - 1 }, (_, n) => `${flow}.D.K${n}.EUR.SP00.A`)
      return { body: csv([HEADER, ...[SPOT, ...keys].map((one) => row(one, '', ''))]) }
    }
    if (key === 'D.NONE.EUR.SP00.A') return { body: csv([HEADER]) }
    if (key.startsWith('Q.'))
      return { body: csv([HEADER, row(`${flow}.${key}`, '2024-Q1', '12'), row(`${flow}.${key}`, '2024-Q2', '13')]) }
    const currencies = (key.split('.')[1] ?? '').split('+')
    const wanted = currencies[0] === '' ? CURRENCIES : currencies
    if (key === 'D.USD.EUR.SP00.A') return { body: query.get('includeHistory') === 'true' ? history() : newest() }
    if (wanted.some((one) => !CURRENCIES.includes(one))) throw notFound()
    return { body: csv([HEADER, ...wanted.map((one) => row(`EXR.D.${one}.EUR.SP00.A`, '2024-04-02', '1.5'))]) }
  },
  error: (status, echo) => `Error ${status}: ${echo}`,
}

function notFound(): FakeError {
  return new FakeError(404, 'No results found.')
}

function newest(): string {
  const last = new Map(RATES.map((one) => [one.period, one]))
  return csv([
    HEADER,
    ...[...last.values()].flatMap(({ period, value, action }) =>
      action === 'D' && value !== '' ? [] : [row(SPOT, period, value)],
    ),
  ])
}

function history(): string {
  const rows = RATES.map(({ action, from, to = '', period, value }) => [action, from, to, ...row(SPOT, period, value)])
  return csv([['ACTION', 'VALID_FROM', 'VALID_TO', ...HEADER], ...rows])
}

const FLOWS = `<?xml version="1.0" encoding="UTF-8"?>
<mes:Structure xmlns:mes="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message">
<mes:Structures><str:Dataflows>
<str:Dataflow urn="urn:sdmx:org.sdmx.infomodel.datastructure.Dataflow=ECB:EXR(1.0)" isExternalReference="true" agencyID="ECB" id="EXR" version="1.0"><com:Name xml:lang="en">Exchange Rates</com:Name></str:Dataflow>
<str:Dataflow urn="urn:sdmx:org.sdmx.infomodel.datastructure.Dataflow=ECB:MNA(1.0)" agencyID="ECB" id="MNA" version="1.0"><com:Name xml:lang="de">Konten</com:Name><com:Name xml:lang="en">National accounts &amp; GDP</com:Name></str:Dataflow>
</str:Dataflows></mes:Structures>
</mes:Structure>
`
