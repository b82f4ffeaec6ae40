import { expect, it } from 'vitest'
import { monogramOf } from './monogram-of.ts'

const svgOf = (name: string, provider = 'fred'): string =>
  decodeURIComponent(monogramOf(name, provider).replace('data:image/svg+xml,', ''))
const textOf = (name: string): string | undefined => />([^<>]*)<\/text>/.exec(svgOf(name))?.[1]

it('a database has its initials as a picture, in the color of its provider', () => {
  expect(
    ['Consumer Price Index', 'H.15 Selected Interest Rates', 'The Bank of England', 'Zinssätze', '<&">'].map(textOf),
  ).toEqual(['CP', 'H1', 'BE', 'Z', ''])
  const colorOf = (provider: string) => /hsl\(\d+/.exec(svgOf('A', provider))?.[0]
  expect(new Set(['fred', 'nasdaq', 'dbnomics', 'ecb', 'cftc'].map(colorOf)).size).toBe(5)
})
