import { type EndpointName, endpoints } from '@tradeloom/contracts'
import type { Drizzle } from '@tradeloom/database'
import type { Config } from '../../config.ts'
import type { Login } from '../auth/login.ts'
import { factorsRequired, refusedWithoutFactors } from '../auth/required-factors.ts'

/** Calls of users that do more for administrators: they change what everybody sees. */
const MORE_FOR_ADMINISTRATORS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'startImport',
  'importCalendar',
  'removeCalendar',
  'removeMarketData',
  'setBarDays',
])

/** What it takes to turn two-factor login on, and to see who else is in the account. */
const TO_TURN_IT_ON: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'currentUser',
  'keepAlive',
  'listConfiguration',
  'getConfiguration',
  'putConfiguration',
  'getSecurity',
  'beginTwoFactor',
  'enableTwoFactor',
  'beginPasskey',
  'addPasskey',
  'getConfirmation',
  'beginConfirmation',
  'confirmLogin',
  'listIdentities',
  'beginIdentity',
  'listLogins',
  'endLogin',
  'endOtherLogins',
  'listMyAudit',
  'changePassword',
])

type Settings = Pick<Config, 'adminsNeedFactors' | 'usersNeedFactors'>

/** Throws for a call that the operator allows with two factors only, of a login that has shown one. */
export async function checkFactors(db: Drizzle, settings: Settings, name: EndpointName, login: Login): Promise<void> {
  const { auth } = endpoints[name]
  const isForAdministrators = auth === 'admin' || (login.user.isAdmin && MORE_FOR_ADMINISTRATORS.has(name))
  if (!isForAdministrators && (!settings.usersNeedFactors || auth === 'public' || TO_TURN_IT_ON.has(name))) return
  const refused = await refusedWithoutFactors(db, settings, login)
  if (refused !== 'nothing') throw factorsRequired(refused)
}
