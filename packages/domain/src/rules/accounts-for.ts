import type { AccountModel } from '../account-model.ts'

interface Account {
  readonly type: string
  readonly broker: string
  readonly model: AccountModel
}

/** What is traded, and the models of the accounts that do; absent where all accounts of its venue do. */
interface Traded {
  readonly broker: string
  readonly accounts?: readonly AccountModel[] | undefined
}

/**
 * The accounts that trade an instrument, first the one that trades it where none is named: those at its broker in their
 * order, then paper accounts, which trade at the prices of every venue.
 */
export function accountsFor<One extends Account>(
  accounts: readonly One[],
  { broker, accounts: models }: Traded,
): readonly One[] {
  const isAt = ({ type, broker: own, model }: One): boolean =>
    type !== 'paper' && own.toUpperCase() === broker.toUpperCase() && (models?.includes(model) ?? true)
  return [...accounts.filter(isAt), ...accounts.filter(({ type }) => type === 'paper')]
}
