// Shapes: recorded answers of the web API of DBnomics, version 22.
import { FakeError, type FakeRequest, type SourceFake } from '../source-fake.ts'

const DATASETS = 1234

interface Series {
  readonly code: string
  readonly dimensions: Readonly<Record<string, string>>
  readonly period: readonly string[]
  readonly value: readonly unknown[]
}

const yearly = (code: string, dimensions: Record<string, string>, value: readonly unknown[]): Series => ({
  code,
  dimensions,
  period: value.map((_, n) => `${1980 + n}`),
  value,
})
const COUNTRIES = Array.from({ length: 25 }, (_, n) => `C${n}`)
const SERIES: Readonly<Record<string, readonly Series[]>> = {
  'IMF/WEO:2024-10': [yearly('USA.NGDP_RPCH.pcent_change', { 'weo-country': 'USA' }, [-2.32, '1.5', null, 'NA', 4])],
  'WB/WDI': COUNTRIES.map((country, n) =>
    yearly(`A-NY.GDP.MKTP.CD-${country}`, { frequency: 'A', indicator: 'NY.GDP.MKTP.CD', country }, [n, n + 1]),
  ),
  'Eurostat/nama_10_gdp': [
    { code: 'Q.a~b@c+d', dimensions: { geo: 'EA' }, period: ['2023-Q1', '2023-Q2'], value: [1, 2] },
    { code: 'A/B/x-y', dimensions: { geo: 'EA' }, period: ['2023-Q1'], value: [3] },
  ],
  'WB/EMPTY': [],
}
const PROVIDERS = ['BIS', 'Eurostat', 'IMF', 'OECD', 'WB']

export const fake: SourceFake = {
  keys: [],
  samples: {
    database: 'WB',
    datasets: DATASETS,
    codes: [
      'WB/WDI/A-NY.GDP.MKTP.CD-C3',
      'IMF/WEO:2024-10',
      'Eurostat/nama_10_gdp/A/B/x-y',
      'WB/WDI/country=C3&country=C4',
    ],
    missing: 'WB/NOTHING',
    sparse: 'IMF/WEO:2024-10',
    empty: 'WB/EMPTY',
    search: ['world development', 'WB/WDI'],
  },
  answer(request) {
    const [version, kind = '', ...rest] = request.path
    const answer = version === 'v22' ? ROUTES[kind] : undefined
    if (!answer) throw notFound()
    return { body: answer(rest, request) }
  },
  error: (status, echo) => ({ errors: [{ message: `Error ${status} ${echo}` }] }),
}

function notFound(): FakeError {
  return new FakeError(404, { errors: [{ message: 'Not found' }] })
}

function paged<Item>({ query }: FakeRequest, items: readonly Item[], most: number) {
  const [limit, offset] = [Math.min(most, Number(query.get('limit') ?? most)), Number(query.get('offset') ?? 0)]
  return { docs: items.slice(offset, offset + limit), limit, num_found: items.length, offset }
}

const ROUTES: Readonly<Record<string, (rest: readonly string[], request: FakeRequest) => unknown>> = {
  providers: (_, request) => ({
    providers: paged(
      request,
      PROVIDERS.map((code) => ({ code, name: `Provider ${code}`, terms_of_use: 'https://example.org/terms' })),
      1000,
    ),
  }),
  datasets: ([provider = ''], request) => {
    if (!PROVIDERS.includes(provider)) throw notFound()
    const more = Array.from({ length: provider === 'WB' ? DATASETS - 1 : 2 }, (_, n) => ({
      code: `D${n}`,
      name: `Dataset ${n}`,
      nb_series: n,
    }))
    return {
      datasets: { [provider]: paged(request, [{ code: 'WDI', name: 'World Development Indicators' }, ...more], 500) },
    }
  },
  search: (_, request) => {
    const isFound = /world/i.test(request.query.get('q') ?? '')
    const docs = isFound ? [{ code: 'WDI', name: 'World Development Indicators', provider_code: 'WB' }] : []
    return { results: paged(request, docs, 100) }
  },
  series: ([provider, dataset, ...code], request) => {
    const all = SERIES[`${provider}/${dataset}`]
    if (!all) throw notFound()
    const chosen = JSON.parse(request.query.get('dimensions') ?? '{}') as Record<string, string[]>
    const found = all.filter(
      (one) =>
        (code.length === 0 || one.code === code.join('/')) &&
        Object.entries(chosen).every(([name, values]) => values.includes(one.dimensions[name] ?? '')),
    )
    if (code.length > 0 && found.length === 0) throw notFound()
    const names = Object.keys(all[0]?.dimensions ?? {})
    return {
      dataset: {
        code: dataset,
        provider_code: provider,
        dimensions_codes_order: names,
        dimensions_labels: Object.fromEntries(names.map((name) => [name, `The ${name}`])),
        dimensions_values_labels: Object.fromEntries(
          names.map((name) => [
            name,
            Object.fromEntries(all.map(({ dimensions }) => [dimensions[name], `${name} ${dimensions[name]}`])),
          ]),
        ),
      },
      series: paged(
        request,
        found.map((one) => describe(one, provider, dataset)),
        1000,
      ),
    }
  },
}

function describe({ code, dimensions, period, value }: Series, provider?: string, dataset?: string) {
  return {
    '@frequency': 'annual',
    provider_code: provider,
    dataset_code: dataset,
    series_code: code,
    series_name: `Name of ${code}`,
    dimensions,
    indexed_at: '2025-05-15T11:13:27.379Z',
    period,
    period_start_day: period.map((text) => `${text.slice(0, 4)}-${text.endsWith('Q2') ? '04' : '01'}-01`),
    value,
  }
}
