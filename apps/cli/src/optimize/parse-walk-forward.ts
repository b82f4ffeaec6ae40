import { UserError } from '@tradeloom/domain'
import type { WalkForwardLengths, WalkForwardPlan } from '@tradeloom/optimizer'

export type WalkForwardOption = Pick<WalkForwardPlan, 'trainDays' | 'testDays' | 'isAnchored' | 'embargoDays'> & {
  /** What a training window hands to its test: the best trial, or the one with the best surroundings. */
  readonly choose: 'best' | 'plateau'
  /** Further lengths; null for a walk-forward with one pair of lengths. */
  readonly matrix: WalkForwardLengths | null
}

const MAX_LENGTHS = 7

/**
 * `train=90,test=30,embargo=1,anchored,choose=plateau`, in days; `train=90+30+60` adds further lengths. Throws UserError.
 */
export function parseWalkForward(text: string): WalkForwardOption {
  const given = text.split(',').map((part): [string, string] => {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim())
    return [name, value]
  })
  const parts = new Map(given)
  const wrong = () => new UserError('invalid-input', `--walk-forward ${text} is not train=DAYS,test=DAYS`)
  const days = (length: string): number => {
    const value = Number(length || Number.NaN)
    if (!Number.isInteger(value) || value < 0) throw wrong()
    return value
  }
  const lengths = (name: 'train' | 'test'): [number, ...number[]] => {
    const [first = '', ...more] = (parts.get(name) ?? '').split('+')
    if (more.length >= MAX_LENGTHS)
      throw new UserError('invalid-input', `--walk-forward ${name}: at most ${MAX_LENGTHS} lengths`)
    return [days(first), ...more.map(days)]
  }
  const unknown = [...parts.keys()].find((name) => !['train', 'test', 'embargo', 'anchored', 'choose'].includes(name))
  if (unknown !== undefined)
    throw new UserError(
      'invalid-input',
      `--walk-forward ${unknown} is not one of train, test, embargo, anchored, choose`,
    )
  const repeated = given.find(([name], k) => given.findIndex(([other]) => other === name) !== k)
  if (repeated) throw new UserError('invalid-input', `--walk-forward ${repeated[0]} is repeated`)
  if (/(^|,)\s*anchored\s*=/.test(text))
    throw new UserError('invalid-input', '--walk-forward anchored takes no value: leave it out for rolling windows')
  const choose = parts.get('choose') ?? 'best'
  if (choose !== 'best' && choose !== 'plateau')
    throw new UserError('invalid-input', `--walk-forward choose=${choose} is neither best nor plateau`)
  const [trainDays, ...moreTrain] = lengths('train')
  const [testDays, ...moreTest] = lengths('test')
  return {
    trainDays,
    testDays,
    embargoDays: days(parts.get('embargo') ?? '1'),
    isAnchored: parts.has('anchored'),
    choose,
    matrix: moreTrain.length + moreTest.length === 0 ? null : { trainDays: moreTrain, testDays: moreTest },
  }
}
