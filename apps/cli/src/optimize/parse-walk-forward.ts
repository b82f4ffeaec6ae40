import { UserError } from '@tradeloom/domain'
import type { WalkForwardPlan } from '@tradeloom/optimizer'

export type WalkForwardOption = Pick<WalkForwardPlan, 'trainDays' | 'testDays' | 'isAnchored' | 'embargoDays'> & {
  /** What a training window hands to its test: the best trial, or the one with the best surroundings. */
  readonly choose: 'best' | 'plateau'
}

/** `train=90,test=30,embargo=1,anchored,choose=plateau`, in days. Throws UserError. */
export function parseWalkForward(text: string): WalkForwardOption {
  const parts = new Map(
    text.split(',').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=').map((side) => side.trim())
      return [name, value]
    }),
  )
  const days = (name: string, missing?: number): number => {
    const given = parts.get(name)
    const value = given === undefined ? missing : Number(given || Number.NaN)
    if (value === undefined || !Number.isInteger(value) || value < 0)
      throw new UserError('invalid-input', `--walk-forward ${text} is not train=DAYS,test=DAYS`)
    return value
  }
  const unknown = [...parts.keys()].find((name) => !['train', 'test', 'embargo', 'anchored', 'choose'].includes(name))
  if (unknown !== undefined)
    throw new UserError(
      'invalid-input',
      `--walk-forward ${unknown} is not one of train, test, embargo, anchored, choose`,
    )
  const choose = parts.get('choose') ?? 'best'
  if (choose !== 'best' && choose !== 'plateau')
    throw new UserError('invalid-input', `--walk-forward choose=${choose} is neither best nor plateau`)
  return {
    trainDays: days('train'),
    testDays: days('test'),
    embargoDays: days('embargo', 1),
    isAnchored: parts.has('anchored'),
    choose,
  }
}
