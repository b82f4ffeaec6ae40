import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COLOR_PAIRS } from '../ui/color-pair.ts'

const TOKENS = ['tokens.css', 'color-pairs.css']
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')
const READABLE = 4.5
/** Of colors on maps for color-blind readers. */
const DISTINCT = 40
/** How eyes without one kind of cones see red, green and blue light (Machado, Oliveira and Fernandes 2009). */
const EYES = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const

/** The tokens of a color scheme and a pair: later blocks win. */
function tokensOf(scheme: string, pair: string): (name: string) => string {
  const tokens = new Map<string, string>()
  for (const [, selector = '', body = ''] of TOKENS.matchAll(/(:root[^{]*)\{([^}]*)\}/g)) {
    const [, wantedScheme = scheme] = /scheme='(\w+)'/.exec(selector) ?? []
    const [, wantedPair = pair] = /colors='([\w-]+)'/.exec(selector) ?? []
    if (wantedScheme !== scheme || wantedPair !== pair) continue
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+): ([^;]+);/g)) tokens.set(name, value)
  }
  return (name) => tokens.get(name) ?? ''
}

/** Red, green and blue light from 0 to 1. */
function lightOf(color: string): number[] {
  expect(color).toMatch(/^#[0-9a-f]{6}$/)
  return [1, 3, 5].map((i) => {
    const share = Number.parseInt(color.slice(i, i + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
}

const sum = (weights: readonly number[], light: readonly number[]): number =>
  weights.reduce((all, weight, i) => all + weight * (light[i] ?? 0), 0)
const luminance = (color: string): number => sum([0.2126, 0.7152, 0.0722], lightOf(color))

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** CIE L*a*b* of a color as an eye sees it. */
function labOf(color: string, eye: keyof typeof EYES): number[] {
  const light = EYES[eye].map((row) => Math.min(1, Math.max(0, sum(row, lightOf(color)))))
  const [x = 0, y = 0, z = 0] = [
    sum([0.4124, 0.3576, 0.1805], light) / 0.95047,
    sum([0.2126, 0.7152, 0.0722], light),
    sum([0.0193, 0.1192, 0.9505], light) / 1.08883,
  ].map((one) => (one > 0.008856 ? Math.cbrt(one) : 7.787 * one + 16 / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const distance = (one: string, other: string, eye: keyof typeof EYES): number =>
  Math.hypot(...labOf(one, eye).map((value, i) => value - (labOf(other, eye)[i] ?? 0)))

describe.each(['dark', 'light'])('colors of gains and losses in the %s scheme', (scheme) => {
  it.each(COLOR_PAIRS)('can be read on every surface: %s', (pair) => {
    const token = tokensOf(scheme, pair)
    for (const surface of ['--surface-0', '--surface-1', '--surface-2', '--surface-3'])
      for (const name of ['--buy', '--sell', '--flash-up', '--flash-down'])
        expect(contrast(token(name), token(surface)), `${name} on ${surface}`).toBeGreaterThanOrEqual(READABLE)
    for (const name of ['--buy-fill', '--sell-fill'])
      expect(contrast('#ffffff', token(name)), name).toBeGreaterThanOrEqual(READABLE)
  })

  it('has a pair that every eye can tell apart', () => {
    const token = tokensOf(scheme, 'blue-orange')
    for (const eye of Object.keys(EYES) as (keyof typeof EYES)[])
      expect(distance(token('--buy'), token('--sell'), eye), eye).toBeGreaterThan(DISTINCT)
  })
})
