interface Account {
  readonly type: string
  readonly broker: string
}

/**
 * The accounts that trade an instrument, first the one that trades it where none is named: those at its broker in their
 * order, then paper accounts, which trade at the prices of every venue.
 */
export function accountsFor<One extends Account>(accounts: readonly One[], broker: string): readonly One[] {
  const isAt = (one: One): boolean => one.type !== 'paper' && one.broker.toUpperCase() === broker.toUpperCase()
  return [...accounts.filter(isAt), ...accounts.filter(({ type }) => type === 'paper')]
}
