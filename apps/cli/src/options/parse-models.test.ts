import { settingSchema } from '@tradeloom/contracts'
import {
  type Field,
  fieldsOf,
  initialOf,
  encodeSetting,
  type Setting,
  settingProblem,
  SETTINGS,
  UserError,
} from '@tradeloom/domain'
import { DEFAULT_MODELS } from '@tradeloom/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ModelOptions, parseModels } from './parse-models.ts'
import { parseSetting } from './parse-setting.ts'
import { optionFlags, optionHelp } from './setting-syntax.ts'
import { writeSetting } from './write-setting.fixture.ts'

describe('parseModels', () => {
  it('uses the defaults for omitted options', () => {
    expect(parseModels({})).toEqual(DEFAULT_MODELS)
  })

  it.each<[ModelOptions, object]>([
    [
      { path: 'worst', accounting: 'netting', prices: 'mid' },
      { path: 'worst', accounting: 'netting', prices: 'mid' },
    ],
    [{ slippage: '0.2' }, { slippage: { model: 'fixed', pips: 0.2 } }],
    [{ slippage: 'mean=0.2,deviation=0.3' }, { slippage: { model: 'random', meanPips: 0.2, deviationPips: 0.3 } }],
    [{ commission: '7' }, { commission: { perLot: 7, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 } }],
    [
      { commission: 'percent=0.1,min=1,maker=-0.01,taker=0.05' },
      { commission: { perLot: 0, percent: 0.1, minimum: 1, makerPercent: -0.01, takerPercent: 0.05 } },
    ],
    [{ limitFill: 'touch' }, { limitFill: { model: 'touch' } }],
    [{ limitFill: '0.25' }, { limitFill: { model: 'probability', probability: 0.25 } }],
    [
      { latency: '250', stale: '90' },
      { latencyMs: 250, staleAfterMs: 90_000 },
    ],
    [{ swap: 'long=-0.62,short=0.21' }, { swap: { unit: 'pips', long: -0.62, short: 0.21, tripleWeekday: 3 } }],
    [
      { swap: 'long=-3,short=1,unit=percent,triple=none' },
      { swap: { unit: 'percent', long: -3, short: 1, tripleWeekday: null } },
    ],
    [{ funding: '0.01' }, { funding: { hours: 8, rate: 0.0001 } }],
    [{ funding: 'rate=-0.02,hours=4' }, { funding: { hours: 4, rate: -0.0002 } }],
    [{ margin: '0.05' }, { margin: { model: 'rate', rate: 0.05 } }],
    [
      { margin: '100000=0.05,0=0.02' },
      {
        margin: {
          model: 'tiers',
          tiers: [
            { from: 0, rate: 0.02 },
            { from: 100_000, rate: 0.05 },
          ],
        },
      },
    ],
    [{ swap: 'none', funding: 'none' }, {}],
  ])('reads %j', (options, expected) => {
    expect(parseModels(options)).toEqual({ ...DEFAULT_MODELS, ...expected })
  })

  it.each<[ModelOptions, RegExp]>([
    [{ path: 'luckiest' }, /--path luckiest is not one of adaptive, ohlc, olhc, worst, best/],
    [{ slippage: '-1' }, /--slippage -1 must be a number from 0 to 1,000/],
    [{ slippage: 'mean=1' }, /--slippage mean=1 is not of the form <pips>, or mean=<pips>,deviation/],
    [{ commission: 'lot=7,fee=1' }, /--commission fee is not one of lot, percent, min, maker, taker/],
    [{ commission: 'lot=7,lot=8' }, /lot is repeated/],
    [{ limitFill: '1.5' }, /--limit-fill 1.5 must be a number from 0 to 1/],
    [{ limitFill: 'soon' }, /--limit-fill soon must be a number from 0 to 1, or through or touch/],
    [{ latency: '' }, /--latency {2}must be a number/],
    [
      { swap: 'long=1' },
      /--swap long=1 is not of the form none, or long=<pips>,short=<pips>,triple=<mon..sun\|none>,unit=pips\|percent$/,
    ],
    [{ swap: 'long=1,short=1,triple=today' }, /--swap triple today is not one of sun, mon/],
    [{ funding: 'hours=8' }, /--funding hours=8 is not of the form none, or <%>, or hours=<h>,rate=<%>/],
    [{ funding: 'rate=1,hours=0.5' }, /--funding hours 0.5 must be a whole number from 1 to 168/],
    [{ funding: '11' }, /--funding 11 must be a number from −10 to 10/],
    [{ commission: 'lot=1e308' }, /--commission lot 1e308 must be a number from 0 to 10,000/],
    [{ latency: '1e12' }, /--latency 1e12 must be a number from 0 to 86,400,000/],
    [{ margin: '100=0.05' }, /--margin 100=0.05 must begin at 0 units/],
    [{ margin: '0=0.02,0=0.05' }, /--margin 0=0.02,0=0.05: 0 is repeated/],
    [{ margin: '0=0.02,5=' }, /--margin 0=0.02,5= must have rates from 0 to 1/],
    [{ margin: '20' }, /--margin 20 must be a number from 0 to 1/],
  ])('refuses %j', (options, message) => {
    expect(() => parseModels(options)).toThrow(UserError)
    expect(() => parseModels(options)).toThrow(message)
  })
})

/** A valid stored value of a setting, sometimes at a bound. */
const storedOf = (setting: Setting): fc.Arbitrary<unknown> =>
  fc
    .constantFrom(...Object.keys(setting.choices))
    .chain((choice) =>
      fc
        .record(
          Object.fromEntries(Object.entries(fieldsOf(setting, choice)).map(([name, field]) => [name, valueOf(field)])),
        )
        .map((values) => encodeSetting(setting, { choice, values })),
    )

function valueOf(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'weekday') return fc.constantFrom(null, 0, 1, 2, 3, 4, 5, 6)
  if (field.kind === 'tiers') {
    return fc
      .array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 })
      .map((rates) => rates.map((rate, i) => ({ from: i * 1000, rate: rate / 100 })))
  }
  const digits = field.isWhole ? 1 : 1000
  const within = fc.integer({ min: Math.ceil(field.min * digits), max: Math.floor(field.max * digits) })
  return fc.oneof(
    within.map((value) => value / digits),
    fc.constantFrom(field.min, field.max),
  )
}

describe('every run model', () => {
  // Rows of a table are not passed in an option.
  const settings = Object.values(SETTINGS).filter(({ key }) => key !== 'spread')

  it.each(settings.map((setting) => [setting.key, setting] as const))(
    'has the same bounds over HTTP, on the terminal and in the engine: %s',
    (key, setting) => {
      const schema = settingSchema(setting)
      fc.assert(
        fc.property(storedOf(setting), (stored) => {
          expect(schema.safeParse(stored).success).toBe(true)
          expect(settingProblem(setting, stored)).toBeNull()
          const read = parseSetting(setting, writeSetting(setting, stored))
          expect(schema.parse(read)).toEqual(read)
          expect(writeSetting(setting, read)).toBe(writeSetting(setting, stored))
        }),
      )
      for (const choice of Object.keys(setting.choices)) {
        for (const [name, field] of Object.entries(fieldsOf(setting, choice))) {
          if (field.kind !== 'number') continue
          const values = Object.fromEntries(
            Object.entries(fieldsOf(setting, choice)).map(([other, one]) => [other, initialOf(one)]),
          )
          for (const wrong of [field.min - 0.001 / (field.factor ?? 1), field.max + 0.001 / (field.factor ?? 1)]) {
            const stored = encodeSetting(setting, { choice, values: { ...values, [name]: wrong } })
            expect(schema.safeParse(stored).success, `${key} ${name} ${wrong} over HTTP`).toBe(false)
            expect(settingProblem(setting, stored)?.field, `${key} ${name} ${wrong} in the engine`).toBe(name)
            expect(() => parseSetting(setting, writeSetting(setting, stored)), `${key} ${name} ${wrong}`).toThrow(
              UserError,
            )
          }
        }
      }
    },
  )
})

describe('a choice added to a run model', () => {
  const widened: Setting = {
    ...SETTINGS.slippage,
    choices: {
      ...SETTINGS.slippage.choices,
      depth: {
        title: 'By depth',
        help: 'Grows with the quantity.',
        fields: { perLot: { ...SETTINGS.slippage.choices.fixed.fields.pips, name: 'perlot', max: 5 } },
      },
    },
  }

  it('is read by the option and shown in its help', () => {
    expect(parseSetting(widened, 'perlot=2')).toEqual({ model: 'depth', perLot: 2 })
    expect(() => parseSetting(widened, 'perlot=6')).toThrow('--slippage perlot 6 must be a number from 0 to 5')
    expect(`${optionFlags(widened)} ${optionHelp(widened)}`).toBe(
      '--slippage <value> <pips>, or mean=<pips>,deviation=<pips>, or perlot=<pips>. ' +
        'Market and stop orders fill this much worse.',
    )
  })
})

describe('optionHelp', () => {
  it.each<[Setting, string]>([
    [SETTINGS.prices, 'both|bid|ask|mid (default: both). The prices that orders are filled at.'],
    [SETTINGS.limitFill, 'through|touch, or <0 to 1> (default: through). When'],
    [SETTINGS.swap, 'none, or long=<pips>,short=<pips>,triple=<mon..sun|none>,unit=pips|percent (default: none).'],
    [SETTINGS.margin, 'instrument, or <0 to 1>, or <units>=<rate>,<units>=<rate>,... (default: instrument).'],
  ])('lists the accepted values and the default (%#)', (setting, text) => {
    expect(optionHelp(setting).slice(0, text.length)).toBe(text)
  })
})
