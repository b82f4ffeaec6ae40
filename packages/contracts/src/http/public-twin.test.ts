import { expect, it } from 'vitest'
import { routes } from './endpoints.ts'

const twins = routes.filter(({ isPublicTwin }) => isPublicTwin)

it.each(twins)('The public twin of $name needs no login and stands at the public address', (twin) => {
  const own = routes.find(({ name, isPublicTwin }) => name === twin.name && !isPublicTwin)
  expect(own).toMatchObject({ method: twin.method, auth: 'user', path: twin.path.replace('/public-api/', '/api/') })
  expect(twin).toMatchObject({ auth: 'public', path: expect.stringMatching(/^\/public-api\//) })
})

it('A public twin accepts no filter, format or file that only the owner may use', () => {
  const queryOf = (path: string) => twins.find((twin) => twin.path === path)?.query
  expect(queryOf('/public-api/backtest/:id/positions')?.safeParse({ format: 'CSV' }).success).toBe(false)
  expect(queryOf('/public-api/backtest/:id/report')?.safeParse({ format: 'bundle' }).success).toBe(false)
  expect(queryOf('/public-api/algorithms/:id/backtests')?.parse({ starred: 'true' })).not.toHaveProperty('starred')
})
