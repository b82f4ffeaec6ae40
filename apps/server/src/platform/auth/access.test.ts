import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CHANNELS,
  type Endpoint,
  type EndpointName,
  endpoints,
  type nothing,
  type Route,
  routes,
  type SocketRequest,
  socketRequests,
  type TopicName,
  topics,
  type TwinName,
} from '@tradeloom/contracts'
import {
  type Answer,
  HttpClient,
  ProgramClient,
  signUp,
  SocketClient,
  startTestDatabase,
  TEST_MARKET,
  type TestDatabase,
} from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enableTwoFactor } from '../../testing/two-factor.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

/** Private resources of user A. */
interface Things {
  readonly algorithm: string
  readonly version: string
  readonly backtest: string
  readonly optimization: string
  readonly import: string
  readonly indicator: string
  readonly account: string
  readonly connection: string
  readonly position: string
  readonly order: string
  readonly alert: string
  readonly drill: string
  readonly request: string
  readonly identity: string
  readonly export: string
  readonly exchangeKey: string
  readonly share: string
  readonly apiKey: string
  readonly session: string
  readonly passkey: string
  readonly login: string
}

const CHALLENGE = 'c'.repeat(43)
const SIGNED = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} }
const ASSERTION = { ...SIGNED, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } }
const NEW_PASSKEY = { ...SIGNED, response: { clientDataJSON: 'x', attestationObject: 'x' } }

interface Case {
  /** Path with A's ids filled in; defaults to the endpoint's own path. */
  readonly path?: (things: Things) => string
  readonly body?: (things: Things) => unknown
  /** Accepted statuses for user B, and for a visitor. */
  readonly other: readonly number[]
  readonly visitor: readonly number[]
}

const OPEN: Case = { other: [200], visitor: [200] }
const OWN_LIST: Case = { other: [200], visitor: [401] }
/** Only for the administrator, who is alice. */
const ADMIN: Case = { other: [403], visitor: [401] }

function hidden(path: (things: Things) => string, body?: (things: Things) => unknown): Case {
  return { path, ...(body ? { body } : {}), other: [404], visitor: [401, 404] }
}

/** Calls without parameters, query and body: who may make them follows from their rights. */
const BY_RIGHTS = { public: OPEN, user: OWN_LIST, admin: ADMIN } as const
type PlainCall = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends Endpoint<Nothing, Nothing, Nothing> ? Name : never
}[EndpointName]
type Nothing = typeof nothing
type RouteName = EndpointName | `${TwinName}, public`

/** Every other route has a line here: B must not reach what A owns. */
const CASES = {
  login: { body: () => ({ username: 'alice', password: 'not the password' }), other: [401], visitor: [401] },
  restoreInstallation: { body: () => ({ place: '/nowhere' }), other: [403], visitor: [403] },
  register: {
    body: () => ({ regUsername: 'Alice', regEmail: 'x@y.zz', regPassword: 'password', regRepeatPassword: 'password' }),
    other: [409],
    visitor: [409],
  },
  logout: { path: () => '/api/user/logout?', other: [400], visitor: [400, 200] },
  apiDocsPage: { ...OPEN, path: () => '/api-docs/includes/keys' },
  documentationPage: { ...OPEN, path: () => '/documentation/includes/buy' },
  requestPasswordReset: { ...OPEN, body: () => ({ email: 'alice@example.com' }) },
  changeForgottenPassword: {
    path: () => `/public-api/change-forgotten-password?key=${'k'.repeat(43)}`,
    body: () => ({ password: 'harmless glass of water', passwordVerification: 'harmless glass of water' }),
    other: [400],
    visitor: [400],
  },
  changePassword: {
    body: () => ({
      oldPassword: 'wrong one',
      newPassword: 'harmless glass of water',
      confirmNewPassword: 'harmless glass of water',
    }),
    other: [400],
    visitor: [401],
  },
  changeEmail: { body: () => ({ email: 'alice@example.com' }), other: [409], visitor: [401] },
  openAccountLink: { body: () => ({ key: CHALLENGE }), other: [400], visitor: [400] },
  getUserDetail: { ...ADMIN, path: () => `/api/admin/user/${randomUUID()}` },
  removeUserFactors: { ...ADMIN, path: () => `/api/admin/user/${randomUUID()}/remove-factors` },
  deleteAccount: { body: () => ({ username: 'nobody' }), other: [400], visitor: [401] },
  // Everybody's is their own.
  exportAccount: { body: () => ({ marketData: true }), other: [200], visitor: [401] },
  downloadExport: hidden((a) => `/api/account/export/${a.export}`),
  startSignIn: { path: () => '/oauth/nobody/start', other: [302], visitor: [302] },
  returnFromIssuer: { path: () => '/oauth/nobody/callback', other: [302], visitor: [302] },
  signInWithToken: { body: () => ({ network: 'nobody', accessToken: 'x' }), other: [409], visitor: [409] },
  enterWithIdentity: { other: [400], visitor: [400] },
  registerWithIdentity: {
    body: () => ({ regUsername: 'nobody', regEmail: 'nobody@example.com' }),
    other: [400],
    visitor: [400],
  },
  enterWithLink: { body: () => ({ key: CHALLENGE }), other: [400], visitor: [400] },
  beginIdentity: { body: () => ({ network: 'nobody', purpose: 'link' }), other: [409], visitor: [401] },
  linkIdentity: { body: () => ({ network: 'nobody' }), other: [400], visitor: [401] },
  unlinkIdentity: hidden((a) => `/api/identities/${a.identity}`),
  addIssuer: {
    ...ADMIN,
    body: () => ({
      network: 'desk',
      label: 'Desk',
      issuer: 'https://desk.example',
      clientId: 'x',
      isTrustedForEmail: false,
    }),
  },
  changeIssuer: {
    ...ADMIN,
    path: () => `/api/admin/issuers/${randomUUID()}`,
    body: () => ({ label: 'Desk', issuer: 'https://desk.example', clientId: 'x', isTrustedForEmail: false }),
  },
  removeIssuer: { ...ADMIN, path: () => `/api/admin/issuers/${randomUUID()}` },
  loginSecondFactor: { body: () => ({ challenge: CHALLENGE, code: '123456' }), other: [400], visitor: [400] },
  loginWithPasskey: { body: () => ({ challenge: CHALLENGE, assertion: ASSERTION }), other: [400], visitor: [400] },
  enableTwoFactor: { body: () => ({ code: '123456' }), other: [400], visitor: [401] },
  renewBackupCodes: { other: [409], visitor: [401] },
  // It is the only way in.
  removePassword: { other: [409], visitor: [401] },
  // There are no passkeys at a bare address.
  beginPasskey: { other: [409], visitor: [401] },
  addPasskey: {
    body: () => ({ challenge: CHALLENGE, name: 'Mine', passkey: NEW_PASSKEY }),
    other: [409],
    visitor: [401],
  },
  renamePasskey: hidden(
    (a) => `/api/passkeys/${a.passkey}`,
    () => ({ name: 'mine now' }),
  ),
  deletePasskey: hidden((a) => `/api/passkeys/${a.passkey}`),
  endLogin: hidden((a) => `/api/logins/${a.login}`),
  confirmLogin: { body: () => ({ password: 'not the password' }), other: [400], visitor: [401] },
  listConfiguration: OWN_LIST,
  getConfiguration: { ...OWN_LIST, path: () => '/api/configuration/utc-dates' },
  putConfiguration: { ...OWN_LIST, path: () => '/api/configuration/utc-dates', body: () => ({ value: false }) },
  listUsers: ADMIN,
  listAudit: ADMIN,
  inviteUser: ADMIN,
  withdrawInvitations: ADMIN,
  masterKeyState: ADMIN,
  listMasterKeys: ADMIN,
  getBackups: ADMIN,
  backUp: ADMIN,
  verifyOffsiteBackup: ADMIN,
  emergencyKit: ADMIN,
  getStorage: ADMIN,
  previewRetention: { ...ADMIN, path: () => '/api/admin/storage/deletions?kind=ticks&days=35' },
  changeRetention: { ...ADMIN, body: () => ({ kind: 'ticks', days: 35 }) },
  pinTicks: { ...ADMIN, body: () => ({ instrumentId: 'EURUSD:SIM', isPinned: true }) },
  verifyBackup: { ...ADMIN, path: () => '/api/admin/backups/20200101T000000Z/verify' },
  listCustomers: ADMIN,
  listMyAudit: OWN_LIST,
  readOutboxMail: { ...ADMIN, path: () => `/api/admin/outbox/${randomUUID()}/text` },
  updatePackage: { ...ADMIN, path: () => '/api/admin/package/1', body: () => ({ active: true }) },
  updateUser: { ...ADMIN, path: () => `/api/admin/user/${randomUUID()}`, body: () => ({ isAdmin: true }) },
  resetUserPassword: { ...ADMIN, path: () => `/api/admin/user/${randomUUID()}/password-reset` },
  signOutUser: { ...ADMIN, path: () => `/api/admin/user/${randomUUID()}/sign-out` },
  setStorageQuota: {
    ...ADMIN,
    path: () => `/api/admin/user/${randomUUID()}/storage-quota`,
    body: () => ({ megabytes: 100 }),
  },
  getUserPayment: { ...ADMIN, path: () => `/api/admin/user/${randomUUID()}/payment` },
  syncUserPayment: { ...ADMIN, path: () => `/api/admin/user/${randomUUID()}/payment/sync` },
  // Without a payment provider there is nothing to reach; with one, see payments.test.ts.
  createPaymentSession: {
    body: () => ({ subscriptionId: 1, stripePlanId: 'price' }),
    other: [409],
    visitor: [401],
  },
  getPaymentSession: { ...hidden(() => '/api/payment-session/cs_test_of_a'), other: [409] },
  changeSubscription: { body: () => ({ subscriptionId: 1 }), other: [409], visitor: [401] },
  previewSubscription: { ...hidden(() => '/api/change-subscription/preview?subscriptionId=1'), other: [409] },
  openBillingPortal: { other: [409], visitor: [401] },
  stripeWebhook: { body: () => 'unsigned', other: [409], visitor: [409] },
  listSourceDatasets: OPEN,
  getSourceDatabase: { path: () => '/public-api/sources/database/nobody/1', other: [404], visitor: [404] },
  getSourceDataset: hidden(() => '/api/sources/dataset/nobody/1'),
  getSourceKey: hidden(() => '/api/sources/key/nobody'),
  saveSourceKey: hidden(
    () => '/api/sources/key/nobody',
    () => ({ key: 'x' }),
  ),
  listSeries: hidden((a) => `/api/sources/series?algorithmId=${a.algorithm}&algorithmVersionId=${a.version}`),
  fetchSeries: { body: () => ({ series: 'NOBODY:X' }), other: [400], visitor: [401] },
  getKnownSeries: {
    path: () => '/api/sources/series/known?series=NOBODY:X&at=2026-01-01T00:00:00Z',
    other: [400],
    visitor: [401],
  },
  getSeriesSteps: { path: () => '/api/sources/series/steps?series=NOBODY:X', other: [400], visitor: [401] },
  switchSource: { ...ADMIN, path: () => '/api/admin/source/nobody', body: () => ({ isOn: true }) },
  markVenueConnection: {
    ...ADMIN,
    path: () => '/api/admin/venue/BINANCE/prices',
    body: () => ({ connectionId: null }),
  },
  switchVenue: { ...ADMIN, path: () => '/api/admin/venue/BINANCE', body: () => ({ isOn: true }) },
  createAlgorithm: {
    body: (a) => ({ clonedFromAlgorithm: a.algorithm, clonedFromVersion: a.version }),
    other: [404],
    visitor: [401],
  },
  getAlgorithm: hidden((a) => `/api/algorithm/${a.algorithm}`),
  'getAlgorithm, public': hidden((a) => `/public-api/algorithm/${a.algorithm}`),
  updateAlgorithm: hidden(
    (a) => `/api/algorithm/${a.algorithm}`,
    () => ({ name: 'mine now', shared: true }),
  ),
  deleteAlgorithm: hidden((a) => `/api/algorithm/${a.algorithm}`),
  listVersions: hidden((a) => `/api/algorithms/${a.algorithm}/versions`),
  'listVersions, public': hidden((a) => `/public-api/algorithms/${a.algorithm}/versions`),
  getVersion: hidden((a) => `/api/algorithms/${a.algorithm}/versions/${a.version}`),
  'getVersion, public': hidden((a) => `/public-api/algorithms/${a.algorithm}/versions/${a.version}`),
  saveVersion: hidden(
    (a) => `/api/algorithms/${a.algorithm}/versions`,
    () => ({ script: 'function onTick() {}', message: 'mine' }),
  ),
  updateVersion: hidden(
    (a) => `/api/algorithms/${a.algorithm}/versions/${a.version}`,
    () => ({ shared: true, message: 'mine now' }),
  ),
  exportAlgorithm: hidden((a) => `/api/algorithm/${a.algorithm}/export`),
  importAlgorithm: { body: () => ({}), other: [400], visitor: [401] },
  getAlgorithmTotals: hidden((a) => `/api/algorithm/${a.algorithm}/totals`),
  getAlgorithmAnalysis: hidden((a) => `/api/algorithm/${a.algorithm}/analysis`),
  listAlgorithmPositions: hidden((a) => `/api/algorithm/${a.algorithm}/positions`),
  resetAccount: hidden((a) => `/api/accounts/${a.account}/reset`),
  listDrills: hidden((a) => `/api/accounts/${a.account}/drills`),
  startDrill: hidden(
    (a) => `/api/accounts/${a.account}/drills`,
    () => ({ kind: 'gap', instrumentId: TEST_MARKET.id }),
  ),
  executeArbitrage: hidden(
    () => '/api/arbitrage/attempts',
    (a) => {
      const leg = { accountId: a.account, instrumentId: TEST_MARKET.id, limitPrice: 1 }
      return { key: 'abcdefg', quantity: 1_000, buy: leg, sell: leg, maxLoss: 1, policy: 'close' }
    },
  ),
  listArbitrageAttempts: OWN_LIST,
  getArbitrageAttempt: hidden((a) => `/api/arbitrage/attempts/${a.drill}`),
  getDrill: hidden((a) => `/api/drills/${a.drill}`),
  stopDrill: hidden((a) => `/api/drills/${a.drill}/stop`),
  chooseRefusedStops: hidden(
    (a) => `/api/accounts/${a.account}/refused-stops`,
    () => ({ refusedStops: 'hold' }),
  ),
  limitAccount: hidden(
    (a) => `/api/accounts/${a.account}/limits`,
    () => ({ dailyLoss: 1 }),
  ),
  releaseAccount: hidden(
    (a) => `/api/accounts/${a.account}/release`,
    () => ({ reason: 'mine' }),
  ),
  getAccountGuard: hidden((a) => `/api/accounts/${a.account}/guard`),
  listClosedPositions: OWN_LIST,
  getPositionWindow: { ...OWN_LIST, path: () => `/api/positions/window?${positionWindow()}` },
  getPositionNeighbor: { ...OWN_LIST, path: () => `/api/positions/neighbor?${neighbor()}` },
  deletePosition: hidden((a) => `/api/position/${a.position}`),
  listAlerts: OWN_LIST,
  createAlert: {
    body: () => ({ terms: { instrumentId: 'NOBODY:SIM', ...alertOf() } }),
    other: [400],
    visitor: [401],
  },
  changeAlert: hidden(
    (a) => `/api/alert/${a.alert}`,
    () => ({ note: 'mine now', isPaused: false }),
  ),
  deleteAlert: hidden((a) => `/api/alert/${a.alert}`),
  listAlertFirings: hidden((a) => `/api/alert/${a.alert}/firings`),
  listOrders: OWN_LIST,
  listExecutions: OWN_LIST,
  listPositionOrders: hidden((a) => `/api/position/${a.position}/orders`),
  getPositionCustody: hidden((a) => `/api/position/${a.position}/custody`),
  cancelOrder: hidden((a) => `/api/order/${a.order}`),
  stateOrderOutcome: hidden(
    (a) => `/api/order/${a.request}/outcome`,
    () => ({ outcome: 'not-placed' }),
  ),
  addExchangeKey: {
    body: () => ({ formStyle: 4, type: 'live', broker: 'NONE', apiKey: 'k', apiSecret: 's' }),
    other: [400],
    visitor: [401],
  },
  shareConnection: hidden(
    (a) => `/api/connections/${a.connection}/shares`,
    () => ({ person: 'carol', role: 'trader' }),
  ),
  changeShare: hidden(
    (a) => `/api/connection-shares/${a.share}`,
    () => ({ role: 'trader' }),
  ),
  acceptShare: hidden((a) => `/api/connection-shares/${a.share}/accept`),
  endShare: hidden((a) => `/api/connection-shares/${a.share}`),
  deleteExchangeKey: hidden((a) => `/api/exchange-api-keys/${a.exchangeKey}`),
  setGuardianKey: hidden(
    (a) => `/api/exchange-api-keys/${a.exchangeKey}/guardian-key`,
    () => ({ formStyle: 4, apiKey: 'k', apiSecret: 's' }),
  ),
  deleteGuardianKey: hidden((a) => `/api/exchange-api-keys/${a.exchangeKey}/guardian-key`),
  createApiKey: { body: () => ({ label: '' }), other: [400], visitor: [401] },
  deleteApiKey: hidden((a) => `/api/api-keys/${a.apiKey}`),
  listAlgorithmSessions: hidden((a) => `/api/algorithms/${a.algorithm}/sessions`),
  createSession: hidden(
    (a) => `/api/algorithms/${a.algorithm}/sessions`,
    (a) => sessionTerms(a),
  ),
  getSession: hidden((a) => `/api/session/${a.session}`),
  updateSession: hidden(
    (a) => `/api/session/${a.session}`,
    () => ({ status: 'Stopped', statusDetail: null, stopped: null }),
  ),
  listSessionPositions: hidden((a) => `/api/session/${a.session}/positions`),
  listSessionClosedPositions: hidden((a) => `/api/session/${a.session}/positions/closed`),
  getSessionPositionWindow: hidden((a) => `/api/session/${a.session}/positions/window?${positionWindow({})}`),
  getSessionPositionNeighbor: hidden((a) => `/api/session/${a.session}/positions/neighbor?${neighbor({})}`),
  getSessionAnalysis: hidden((a) => `/api/session/${a.session}/analysis`),
  listSessionOrders: hidden((a) => `/api/session/${a.session}/orders`),
  listCarriedIndicators: hidden((a) => `/api/algorithms/${a.algorithm}/versions/${a.version}/indicators`),
  checkVersion: hidden((a) => `/api/algorithms/${a.algorithm}/versions/${a.version}/check`),
  createIndicator: { body: (a) => ({ clonedFromIndicator: a.indicator }), other: [404], visitor: [401] },
  getIndicator: hidden((a) => `/api/technical-indicator/${a.indicator}`),
  'getIndicator, public': hidden((a) => `/public-api/technical-indicator/${a.indicator}`),
  getSystemIndicator: { ...OPEN, path: () => '/public-api/system-indicator/RSI' },
  saveIndicator: hidden(
    (a) => `/api/technical-indicator/${a.indicator}`,
    () => ({ script: 'function onTick() { return 1 }' }),
  ),
  updateIndicator: hidden(
    (a) => `/api/technical-indicator/${a.indicator}`,
    () => ({ shared: true }),
  ),
  deleteIndicator: hidden((a) => `/api/technical-indicator/${a.indicator}`),
  listIndicatorUses: hidden((a) => `/api/technical-indicator/${a.indicator}/uses`),
  runBacktest: { body: (a) => settings(a), other: [404], visitor: [401] },
  runAlgorithmBacktest: hidden(
    (a) => `/api/algorithms/${a.algorithm}/backtests`,
    (a) => {
      const { algorithmId: _, ...rest } = settings(a)
      return rest
    },
  ),
  listBacktests: OWN_LIST,
  listOptimizations: OWN_LIST,
  getBacktestTotals: OWN_LIST,
  getAlgorithmBacktestTotals: hidden((a) => `/api/algorithms/${a.algorithm}/backtests/totals`),
  'getAlgorithmBacktestTotals, public': hidden((a) => `/public-api/algorithms/${a.algorithm}/backtests/totals`),
  deleteBacktests: { body: (a) => ({ ids: [a.backtest] }), other: [404], visitor: [401] },
  deleteAlgorithmBacktests: hidden(
    (a) => `/api/algorithms/${a.algorithm}/backtests`,
    (a) => ({ ids: [a.backtest] }),
  ),
  starBacktests: hidden(
    (a) => `/api/algorithms/${a.algorithm}/backtests`,
    (a) => ({ ids: [a.backtest], starred: true }),
  ),
  listAlgorithmBacktests: hidden((a) => `/api/algorithms/${a.algorithm}/backtests`),
  'listAlgorithmBacktests, public': hidden((a) => `/public-api/algorithms/${a.algorithm}/backtests`),
  getBacktest: hidden((a) => `/api/backtest/${a.backtest}`),
  'getBacktest, public': hidden((a) => `/public-api/backtest/${a.backtest}`),
  getBacktestMetrics: hidden((a) => `/api/backtest/${a.backtest}/metrics`),
  'getBacktestMetrics, public': hidden((a) => `/public-api/backtest/${a.backtest}/metrics`),
  getBacktestTables: hidden((a) => `/api/backtest/${a.backtest}/tables`),
  'getBacktestTables, public': hidden((a) => `/public-api/backtest/${a.backtest}/tables`),
  verifyBacktest: hidden((a) => `/api/backtest/${a.backtest}/verify`),
  listVerifications: hidden((a) => `/api/backtest/${a.backtest}/verifications`),
  verifyFile: { body: () => ({}), other: [400], visitor: [401] },
  getBacktestReport: hidden((a) => `/api/backtest/${a.backtest}/report?format=bundle`),
  'getBacktestReport, public': hidden((a) => `/public-api/backtest/${a.backtest}/report?format=json`),
  getVerification: hidden((a) => `/api/verification/${a.backtest}`),
  deleteBacktest: hidden((a) => `/api/backtest/${a.backtest}`),
  updateBacktest: hidden(
    (a) => `/api/backtest/${a.backtest}`,
    () => ({ status: 'Stopped' }),
  ),
  getBacktestPositions: hidden((a) => `/api/backtest/${a.backtest}/positions?format=CSV`),
  'getBacktestPositions, public': hidden((a) => `/public-api/backtest/${a.backtest}/positions`),
  getBacktestPositionPage: hidden((a) => `/api/backtest/${a.backtest}/positions/page`),
  'getBacktestPositionPage, public': hidden((a) => `/public-api/backtest/${a.backtest}/positions/page`),
  getBacktestPositionWindow: hidden((a) => `/api/backtest/${a.backtest}/positions/window?${positionWindow()}`),
  'getBacktestPositionWindow, public': hidden(
    (a) => `/public-api/backtest/${a.backtest}/positions/window?${positionWindow()}`,
  ),
  getBacktestPositionNeighbor: hidden((a) => `/api/backtest/${a.backtest}/positions/neighbor?${neighbor()}`),
  'getBacktestPositionNeighbor, public': hidden(
    (a) => `/public-api/backtest/${a.backtest}/positions/neighbor?${neighbor()}`,
  ),
  getBacktestExcursions: hidden((a) => `/api/backtest/${a.backtest}/excursions`),
  'getBacktestExcursions, public': hidden((a) => `/public-api/backtest/${a.backtest}/excursions`),
  getBacktestOrderPage: hidden((a) => `/api/backtest/${a.backtest}/orders/page`),
  'getBacktestOrderPage, public': hidden((a) => `/public-api/backtest/${a.backtest}/orders/page`),
  getBacktestAnalysis: hidden((a) => `/api/backtest/${a.backtest}/analysis`),
  'getBacktestAnalysis, public': hidden((a) => `/public-api/backtest/${a.backtest}/analysis`),
  getBacktestRolling: hidden((a) => `/api/backtest/${a.backtest}/rolling`),
  'getBacktestRolling, public': hidden((a) => `/public-api/backtest/${a.backtest}/rolling`),
  getBacktestBenchmark: hidden((a) => `/api/backtest/${a.backtest}/benchmark`),
  'getBacktestBenchmark, public': hidden((a) => `/public-api/backtest/${a.backtest}/benchmark`),
  getBacktestPlots: hidden((a) => `/api/backtest/${a.backtest}/plots?${plotWindow()}`),
  'getBacktestPlots, public': hidden((a) => `/public-api/backtest/${a.backtest}/plots?${plotWindow()}`),
  getBacktestCharts: hidden((a) => `/api/backtest/${a.backtest}/charts`),
  'getBacktestCharts, public': hidden((a) => `/public-api/backtest/${a.backtest}/charts`),
  getBacktestLog: hidden((a) => `/api/backtest/${a.backtest}/log`),
  'getBacktestLog, public': hidden((a) => `/public-api/backtest/${a.backtest}/log`),
  createOptimization: {
    body: (a) => ({ ...settings(a), externalsSettings: [{ name: 'size', start: 1, end: 2, count: 2 }] }),
    other: [404, 400],
    visitor: [401, 400],
  },
  listAlgorithmOptimizations: hidden((a) => `/api/algorithms/${a.algorithm}/optimisations`),
  'listAlgorithmOptimizations, public': hidden((a) => `/public-api/algorithms/${a.algorithm}/optimisations`),
  getOptimization: hidden((a) => `/api/optimisation/${a.optimization}`),
  'getOptimization, public': hidden((a) => `/public-api/optimisation/${a.optimization}`),
  deleteOptimization: hidden((a) => `/api/optimisation/${a.optimization}`),
  stopOptimization: hidden(
    (a) => `/api/optimisation/${a.optimization}`,
    () => ({ status: 'Stopped' }),
  ),
  putStopOptimization: hidden(
    (a) => `/api/optimisation/${a.optimization}`,
    () => ({ status: 'Stopped' }),
  ),
  starOptimization: hidden(
    (a) => `/api/optimisation/${a.optimization}/star`,
    () => ({ starred: true }),
  ),
  getOptimizationTables: hidden((a) => `/api/optimisation/${a.optimization}/tables`),
  getOptimizationResults: hidden((a) => `/public-api/optimisation/${a.optimization}/results`),
  getOptimizationSparklines: hidden((a) => `/public-api/optimisation/${a.optimization}/sparklines?indexes=0`),
  getOptimizationLog: hidden((a) => `/public-api/optimisation/${a.optimization}/log`),
  runBacktestOfOptimization: hidden(
    (a) => `/api/algorithms/${a.algorithm}/optimisations/${a.optimization}/backtests`,
    () => ({ index: 0 }),
  ),
  listOptimizationBacktests: hidden((a) => `/api/algorithms/${a.algorithm}/optimisations/${a.optimization}/backtests`),
  'listOptimizationBacktests, public': hidden(
    (a) => `/public-api/algorithms/${a.algorithm}/optimisations/${a.optimization}/backtests`,
  ),
  deleteOptimizationBacktests: hidden(
    (a) => `/api/algorithms/${a.algorithm}/optimisations/${a.optimization}/backtests`,
    (a) => ({ ids: [a.backtest] }),
  ),
  starOptimizationBacktests: hidden(
    (a) => `/api/algorithms/${a.algorithm}/optimisations/${a.optimization}/backtests`,
    (a) => ({ ids: [a.backtest], starred: true }),
  ),
  runOptimizationBacktest: hidden(
    (a) => `/api/optimisation/${a.optimization}/backtests`,
    () => ({ index: 0 }),
  ),
  getOptimizationLuck: hidden((a) => `/api/optimisation/${a.optimization}/luck`),
  'getOptimizationLuck, public': hidden((a) => `/public-api/optimisation/${a.optimization}/luck`),
  getOptimizationMonteCarlo: hidden((a) => `/api/optimisation/${a.optimization}/monte-carlo?index=0`),
  getOptimizationWalkForward: hidden((a) => `/api/optimisation/${a.optimization}/walk-forward`),
  'getOptimizationWalkForward, public': hidden((a) => `/public-api/optimisation/${a.optimization}/walk-forward`),
  getSeal: hidden((a) => `/api/algorithms/${a.algorithm}/seal`),
  setSeal: hidden(
    (a) => `/api/algorithms/${a.algorithm}/seal`,
    () => ({ sealedFrom: '2026-01-01T00:00:00Z' }),
  ),
  openSeal: hidden((a) => `/api/algorithms/${a.algorithm}/seal/opening`),
  createChartImage: { body: () => ({}), other: [400], visitor: [400] },
  createChartSnapshot: { body: () => ({ imagepath: `${'x'.repeat(22)}.png` }), other: [404], visitor: [404] },
  getChartSnapshot: { path: () => `/chart/${'x'.repeat(22)}.png`, other: [404], visitor: [404] },
  deleteChartSnapshot: { path: () => `/api/chart-snapshot/${'x'.repeat(22)}.png`, other: [404], visitor: [401] },
  getDrawings: { ...OWN_LIST, path: () => `/api/drawings/${TEST_MARKET.id}` },
  putDrawings: {
    path: () => `/api/drawings/${TEST_MARKET.id}`,
    body: () => ({ items: [], revision: 5 }),
    other: [409],
    visitor: [401],
  },
  historicalAvailability: {
    ...OPEN,
    path: () => `/api/historical-availability?instrumentId=${TEST_MARKET.id}&interval=M1`,
  },
  historicalPrices: { ...OPEN, path: () => `/public-api/historical-prices?${prices()}` },
  getMarketQuality: { ...OPEN, path: () => `/public-api/market-data/quality?instrumentId=${TEST_MARKET.id}` },
  learnSpread: { ...OWN_LIST, path: () => `/api/market-data/spread?instrumentId=${TEST_MARKET.id}` },
  // Alice imported as the administrator: only an administrator may delete shared data.
  removeMarketData: {
    path: () => '/api/market-data/instruments/USDCHF:HISTDATA?shared=true',
    other: [403],
    visitor: [401],
  },
  // Shared data is the administrator's; others must not change it.
  setBarDays: {
    path: () => `/api/market-data/instruments/${TEST_MARKET.id}/bar-days`,
    body: () => ({ dayEnd: 'new-york', weekStart: 'monday' }),
    other: [403],
    visitor: [401],
  },
  listNotifications: OWN_LIST,
  readNotifications: { body: () => ({}), other: [200], visitor: [401] },
  addNotificationChannel: { body: () => ({ kind: 'telegram' }), other: [409], visitor: [401] },
  enableNotificationChannel: hidden(() => `/api/notification-channels/${randomUUID()}/enable`),
  testNotificationChannel: hidden(() => `/api/notification-channels/${randomUUID()}/test`),
  removeNotificationChannel: hidden(() => `/api/notification-channels/${randomUUID()}`),
  changeNotificationSettings: { body: () => ({}), other: [200], visitor: [401] },
  listPrivateData: { other: [403], visitor: [401] },
  sharePrivateData: {
    body: () => ({ ownerId: randomUUID(), instrumentId: 'USDCHF:HISTDATA', interval: 'M1', price: 'trade' }),
    other: [403],
    visitor: [401],
  },
  startImport: { body: () => ({}), other: [400], visitor: [401] },
  detectImport: { body: () => ({}), other: [400], visitor: [401] },
  exportMarketData: {
    ...OWN_LIST,
    path: () => `/api/market-data/instruments/${TEST_MARKET.id}/export?interval=M1&price=quote`,
  },
  getImport: hidden((a) => `/api/market-data/imports/${a.import}`),
  offerFetch: {
    ...OWN_LIST,
    path: () =>
      `/api/market-data/fetches/offer?instrumentId=${TEST_MARKET.id}&start=2024-01-01T00:00:00Z&end=2024-02-01T00:00:00Z`,
  },
  startFetch: {
    body: () => ({ instrumentId: 'NOPE:BINANCE', start: '2024-01-01T00:00:00Z', end: '2024-02-01T00:00:00Z' }),
    other: [404],
    visitor: [401],
  },
  cancelFetch: hidden((a) => `/api/market-data/fetches/${a.import}/cancel`),
  importCalendar: { body: () => ({}), other: [400], visitor: [401] },
  removeCalendar: { path: () => '/api/market-data/calendars/forex', other: [404], visitor: [401] },
} as const satisfies Record<Exclude<RouteName, PlainCall>, Case> & Partial<Record<PlainCall, Case>>
const nameOf = ({ name, isPublicTwin }: Route): string => (isPublicTwin ? `${name}, public` : name)
const caseOf = (route: Route): Case => (CASES as Partial<Record<string, Case>>)[nameOf(route)] ?? BY_RIGHTS[route.auth]

/** The same for every request over the socket. */
const SOCKET_CASES = {
  fetchBacktestCharts: (a) => ({ id: a.backtest }),
  fetchBacktestPositions: (a) => ({ id: a.backtest }),
  fetchBacktestLog: (a) => ({ id: a.backtest }),
  tailBacktestLog: (a) => ({ id: a.backtest }),
  stopRunningBacktest: (a) => ({ id: a.backtest }),
  fetchOptimizationRows: (a) => ({ id: a.optimization }),
  fetchOptimizationLog: (a) => ({ id: a.optimization }),
  tailOptimizationLog: (a) => ({ id: a.optimization }),
  stopRunningOptimization: (a) => ({ id: a.optimization }),
  fetchSessionCharts: (a) => ({ id: a.session }),
  fetchSessionLogDays: (a) => ({ id: a.session }),
  fetchSessionLog: (a) => ({ id: a.session }),
  tailSessionLog: (a) => ({ id: a.session }),
  // Prices are public.
  fetchPrices: null,
  fetchTicks: null,
  requestPriceSnapshot: null,
  requestCachedPrice: null,
  testIndicator: (a) => ({ id: a.indicator, ...valuesOf() }),
  fetchIndicator: () => ({ key: 'PrivateOne', ...valuesOf() }),
  requestConnected: (a) => ({ connectionId: a.connection }),
  // Of the user who asks; a visitor is refused below.
  requestStatus: null,
  subscribeStatus: null,
  requestAccount: (a) => ({ accountId: a.account }),
  openPosition: (a) => ({
    key: 'abcdefg',
    tag: 'test',
    accountId: a.account,
    instrumentId: TEST_MARKET.id,
    direction: 'LONG',
    quantity: 1000,
    price: 1,
  }),
  closePosition: (a) => ({ key: 'abcdefh', positionId: a.position }),
  placeOrder: (a) => ({
    accountId: a.account,
    broker: 'TEST',
    symbol: 'EURUSD',
    side: 'BUY',
    type: 'MARKET',
    quantity: 1000,
  }),
  protectPosition: (a) => ({ key: 'abcdefi', positionId: a.position, stopLoss: 1 }),
  changeOrder: (a) => ({ key: 'abcdefj', orderId: a.order, limitPrice: 1 }),
  initializeBrokerConnection: (a) => ({ connectionId: a.connection }),
  teardown: (a) => ({ connectionId: a.connection }),
  requestConnectionLog: (a) => ({ connectionId: a.connection }),
  requestAccountLog: (a) => ({ accountId: a.account }),
} as const satisfies Record<keyof typeof socketRequests, ((things: Things) => unknown) | null>

/** The same for every topic of one thing, by its id. */
const TOPIC_CASES = {
  'backtest.{id}': (a) => a.backtest,
  'optimisation.{id}': (a) => a.optimization,
  'import.{id}': (a) => a.import,
} as const satisfies Record<Exclude<Extract<TopicName, `${string}.{id}`>, PublicTopic>, (things: Things) => string>
/** Prices are public. */
const PUBLIC_TOPICS = [
  'price.{id}',
  'ticker.{id}',
  'mark.{id}',
  'trades.{id}',
  'book.{id}',
  'candles.{id}',
  'order-book.{id}',
  'arbitrage',
  'arbitrage.{id}',
  'currency.{id}',
] as const satisfies TopicName[]
type PublicTopic = (typeof PUBLIC_TOPICS)[number]
/** The other topics are about all that a user has. */
const topicsOfUsers = Object.keys(topics).filter(
  (name) => !(name in TOPIC_CASES) && !(PUBLIC_TOPICS as readonly string[]).includes(name),
)

let database: TestDatabase
let server: TestServer
let alice: HttpClient
let bob: HttpClient
let things: Things

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  alice = await signUp(server.url, 'alice')
  bob = await signUp(server.url, 'bob')
  things = await makeThings(alice)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

describe('private resources over HTTP', () => {
  for (const route of routes) {
    const name = nameOf(route)
    const { other, visitor } = caseOf(route)
    it(`${name}: another user gets ${other.join(' or ')}`, async () => {
      const answer = await ask(bob, route)
      expect(other, answer.text).toContain(answer.status)
      expectNothingOf(answer)
    })
    it(`${name}: a visitor gets ${visitor.join(' or ')}`, async () => {
      const answer = await ask(new HttpClient(server.url), route)
      expect(visitor, answer.text).toContain(answer.status)
      expectNothingOf(answer)
    })
  }

  for (const route of routes.filter(({ isPublicTwin }) => isPublicTwin)) {
    // The log has one address for owners and visitors.
    const status = route.name === 'getBacktestLog' ? 200 : 404
    it(`${nameOf(route)}: the owner gets ${status} for what is not shared`, async () => {
      const answer = await ask(alice, route)
      expect(answer.status, answer.text).toBe(status)
    })
  }

  it('remain unchanged for their owner', async () => {
    const algorithm = await alice.get(`/api/algorithm/${things.algorithm}`)
    expect(algorithm.json).toMatchObject({ name: 'Private one', shared: false, versionCount: 1, backtestCount: 1 })
    expect((await alice.get(`/api/backtest/${things.backtest}`)).json.status).toBe('Completed')
    expect((await alice.get(`/api/market-data/imports/${things.import}`)).status).toBe(200)
  })
})

describe('keys of programs', () => {
  const scopes = ['read', 'write', 'trade']
  const programOf = async (owner: HttpClient): Promise<HttpClient> => {
    await enableTwoFactor(owner)
    const made = await owner.post('/api/api-keys', { label: 'all', scopes, addresses: ['127.0.0.1'] })
    return new ProgramClient(server.url, made.json)
  }
  let ofAlice: HttpClient
  let ofBob: HttpClient
  beforeAll(async () => {
    ofAlice = await programOf(alice)
    ofBob = await programOf(bob)
  })

  for (const route of routes) {
    const name = nameOf(route)
    if (endpoints[route.name].api === undefined) {
      it(`${name}: a key is refused, even of an administrator`, async () => {
        const answer = await ask(ofAlice, route)
        expect(answer.json, answer.text).toMatchObject({ code: 'not-for-keys' })
        expect(answer.status).toBe(403)
      })
      continue
    }
    const { other } = caseOf(route)
    it(`${name}: a key of another user gets ${other.join(' or ')}`, async () => {
      const answer = await ask(ofBob, route)
      expect(other, answer.text).toContain(answer.status)
      expectNothingOf(answer)
    })
  }

  it('make no call of administrators, of logins or of keys', () => {
    const forbidden = /admin|login|password|register|keys|configuration|keep-alive|bootstrap/
    const open = routes.filter(({ name }) => endpoints[name].api !== undefined)
    expect(open.filter(({ auth, path }) => auth === 'admin' || forbidden.test(path))).toEqual([])
  })
})

describe('private resources over the socket', () => {
  for (const who of ['another user', 'a visitor'] as const) {
    const open = () => new SocketClient(who === 'a visitor' ? new HttpClient(server.url) : bob).opened()

    for (const [key, { name, channels }] of Object.entries<SocketRequest>(socketRequests)) {
      const payload = SOCKET_CASES[key as keyof typeof SOCKET_CASES]
      if (!payload) continue
      it(`${key}: ${who} is refused`, async () => {
        const socket = await open()
        const reply = await socket.request(CHANNELS[channels[0]], name, payload(things))
        expect(reply).toMatchObject({ ok: false, data: null })
        expect(reply.error).toMatch(/not found|log in/)
        socket.close()
      })
    }

    it(`topics: ${who} is refused the topics of another user`, async () => {
      const socket = await open()
      for (const [name, idOf] of Object.entries(TOPIC_CASES)) {
        const topic = name.replace('{id}', idOf(things))
        socket.send({ type: 'subscribe', topic })
        const answer = await socket.next((message) => 'topic' in message && message.topic === topic)
        expect(answer).toMatchObject({ type: 'error' })
      }
      socket.close()
    })
  }

  it('a visitor cannot subscribe to topics of users', async () => {
    const socket = await new SocketClient(new HttpClient(server.url)).opened()
    for (const topic of topicsOfUsers) {
      socket.send({ type: 'subscribe', topic })
      const answer = await socket.next((message) => 'topic' in message && message.topic === topic)
      expect(answer).toMatchObject({ type: 'error', message: 'Please log in' })
    }
    socket.close()
  })

  it('another user receives none of their events', async () => {
    const socket = await new SocketClient(bob).opened()
    for (const topic of topicsOfUsers) socket.send({ type: 'subscribe', topic })
    const again = await alice.post('/api/backtest', settings(things))
    await alice.until(`/api/backtest/${again.json.id}`, (row: { status: string }) => row.status === 'Completed')
    await alice.call('PATCH', `/api/technical-indicator/${things.indicator}`, { name: 'Private one' })
    const imported = await importPrices(alice)
    await alice.until(`/api/market-data/imports/${imported}`, isOver)
    socket.send({ type: 'ping' })
    await socket.next((message) => message.type === 'pong')
    // What the user has, before anything changes.
    const own = new Set(['balance', 'broker-status', 'notifications'])
    const isOwn = (message: (typeof socket.messages)[number]): boolean =>
      message.type === 'event' && own.has(message.payload.event) && !JSON.stringify(message).includes(things.account)
    expect(socket.messages.filter((message) => message.type !== 'pong' && !isOwn(message))).toEqual([])
    await alice.call('DELETE', `/api/backtest/${again.json.id}`)
    socket.close()
  })
})

describe('shared resources', () => {
  it('are visible to everybody, read-only, and only as far as they are shared', async () => {
    const { json: shared } = await alice.post('/api/algorithms', { name: 'Open one' })
    const path = `/api/algorithms/${shared.id}/versions`
    const second = await alice.post(path, { script: 'function onTick() {}', message: 'second' })
    await alice.call('PATCH', `/api/algorithm/${shared.id}`, { shared: true })
    await alice.post(path, { script: 'function onTick() { log(1) }', message: 'third, private' })
    const versions = (await bob.get(`/public-api/algorithms/${shared.id}/versions`)).json
    expect(versions).toHaveLength(1)
    expect(versions[0]).toMatchObject({ id: second.json.id, displayVersionNo: 'v1', message: 'second' })
    expect((await bob.get(`/api/algorithm/${shared.id}`)).json).toMatchObject({ readOnly: true, versionCount: 1 })
    const run = { ...settings(things), algorithmId: shared.id, algorithmVersionId: second.json.id }
    const refused = await bob.post('/api/backtest', run)
    expect(refused).toMatchObject({ status: 403 })
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await bob.call(method, `/api/algorithm/${shared.id}`, body)).status).toBe(404)
    }
    expect((await bob.post(path, { script: 'function onTick() {}', message: '' })).status).toBe(404)
    await alice.call('PATCH', `/api/algorithm/${shared.id}`, { shared: false })
    expect((await bob.get(`/public-api/algorithm/${shared.id}`)).status).toBe(404)
  })
})

function ask(client: HttpClient, route: Route): Promise<Answer> {
  const { name, method, path } = route
  const wanted = caseOf(route)
  // Signing out would break the other tests; with an unknown query it is refused before it does anything.
  const extra = name === 'logout' ? 'x=1' : ''
  return client.call(method, (wanted.path?.(things) ?? path) + extra, wanted.body?.(things))
}

/** Refusals must not reveal anything about what they refuse, and lists must not contain it. */
function expectNothingOf(answer: Answer): void {
  for (const text of ['Private one', things.version]) expect(answer.text).not.toContain(text)
  if (answer.status === 200) for (const id of Object.values(things)) expect(answer.text).not.toContain(id)
}

function settings(a: { algorithm: string; version: string }) {
  return {
    algorithmId: a.algorithm,
    algorithmVersionId: a.version,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
    interval: 'M15',
  }
}

function valuesOf() {
  const { id, start, end } = TEST_MARKET
  return { instrumentId: id, interval: 'H1', start, end, parameters: [] }
}

const ON_MARKET = { instrumentId: TEST_MARKET.id }

function positionWindow(of: Partial<typeof ON_MARKET> = ON_MARKET): string {
  const { start, end } = TEST_MARKET
  return new URLSearchParams({ ...of, start, end }).toString()
}

function neighbor(of: Partial<typeof ON_MARKET> = ON_MARKET): string {
  return new URLSearchParams({ ...of, time: '0', direction: 'next' }).toString()
}

function plotWindow(): string {
  const { start, end } = TEST_MARKET
  return new URLSearchParams({ interval: 'H1', start, end }).toString()
}

function prices(): string {
  const { id, start, end } = TEST_MARKET
  return new URLSearchParams({ instrumentId: id, interval: 'H1', start, end }).toString()
}

const isOver = ({ status }: { status: string }): boolean => !['Queued', 'In Progress'].includes(status)

async function importPrices(owner: HttpClient): Promise<string> {
  const form = new FormData()
  form.append('instrumentId', 'EURUSD:MINE')
  form.append('format', 'histdata')
  form.append('file', new Blob(['20240108 000000;1.1;1.1;1.1;1.1;0\n']), 'DAT_ASCII_EURUSD_M1_2024.csv')
  const imported = await owner.call('POST', '/api/market-data/imports', form)
  expect(imported.status, imported.text).toBe(200)
  return imported.json.id
}

async function makeThings(owner: HttpClient): Promise<Things> {
  const algorithm = (await owner.post('/api/algorithms', { name: 'Private one' })).json
  const version = algorithm.latestVersion.id as string
  const imported = await importPrices(owner)
  const backtest = await owner.post('/api/backtest', settings({ algorithm: algorithm.id, version }))
  expect(backtest.status, backtest.text).toBe(200)
  await owner.until(`/api/backtest/${backtest.json.id}`, (row: { status: string }) => row.status === 'Completed')
  const indicator = (await owner.post('/api/technical-indicators', { name: 'Private one' })).json
  const [external] = (await owner.get(`/api/algorithms/${algorithm.id}/versions/${version}`)).json.externals
  const optimization = await owner.post('/api/optimisation', {
    ...settings({ algorithm: algorithm.id, version }),
    externalsSettings: [{ name: external.name, start: 1, end: 2, count: 2 }],
  })
  expect(optimization.status, optimization.text).toBe(200)
  const [account] = (await owner.get('/api/accounts')).json
  return {
    account: account.id,
    connection: account.connectionId,
    position: await addPosition(account.id),
    identity: await addIdentity(),
    export: await addExport(),
    order: await addOrder(account.id),
    alert: await addAlert(account.id),
    drill: await addDrill(account.id),
    request: await addRequest(account.id),
    exchangeKey: await addExchangeKey(account.id),
    share: await addShare(account.id),
    apiKey: (await owner.post('/api/api-keys', { label: 'Private one' })).json.key,
    session: await addSession(account.id, algorithm.id, version),
    algorithm: algorithm.id,
    indicator: indicator.id,
    version,
    backtest: backtest.json.id,
    optimization: optimization.json.id,
    import: imported,
    passkey: await addPasskey(account.id),
    login: (await owner.get('/api/logins')).json[0].id,
  }
}

/** A passkey of the owner of an account; returns its id. */
async function addPasskey(account: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, host, name)
     select $1::uuid, user_id, $1::text, '', 0, '{}', 'localhost', 'Private one' from trading_accounts where id = $2`,
    [id, account],
  )
  return id
}

/** A drill of an account that was run to its end; returns its id. */
async function addDrill(account: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into drills (id, account_id, kind, instrument_id, quantity, fall, asked_at, started_at, ends_at, ended_at, "end")
     values ($1, $2, 'gap', $3, 1000, 0.03, now(), now(), now(), now(), 'over')`,
    [id, account, TEST_MARKET.id],
  )
  return id
}

/** An alert of the owner of an account, which nothing judges; returns its id. */
async function addAlert(account: string): Promise<string> {
  const id = randomUUID()
  const terms = { instrumentId: TEST_MARKET.id, ...alertOf() }
  await database.pool.query(
    `insert into alerts (id, user_id, instrument_id, terms, note, status, next_row, state)
     select $1, user_id, $3, $4, 'Private one', 'PAUSED', 0, '{"side":null,"countedFrom":0,"count":0}'
     from trading_accounts where id = $2`,
    [id, account, TEST_MARKET.id, JSON.stringify(terms)],
  )
  return id
}

function alertOf() {
  return { value: { kind: 'bid' }, direction: 'above', against: 1, fires: 'once', interval: null }
}

/** A session of an account that has ended; returns its id. */
async function addSession(account: string, algorithm: string, version: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into sessions (id, user_id, algorithm_id, algorithm_version_id, algorithm_name, broker_connection_id,
       broker_account_id, instrument_id, interval, externals, initial_balance, status, spec, spec_hash, engine_version)
     select $1, user_id, $3, $4, 'Private one', connection_id, id, $5, 'M15', '{}', 10000, 'Stopped', '{}', '', '1'
     from trading_accounts where id = $2`,
    [id, account, algorithm, version, TEST_MARKET.id],
  )
  return id
}

function sessionTerms(a: Things) {
  return {
    brokerConnectionId: a.connection,
    brokerAccountId: a.account,
    algorithmId: a.algorithm,
    algorithmVersionId: a.version,
    instrumentId: TEST_MARKET.id,
    interval: 'M15',
  }
}

/** A closed position of an account; returns its id. */
async function addPosition(account: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into positions (id, account_id, user_id, broker_id, broker, instrument_id, direction, quantity, open_price,
       close_price, open_time, close_time, status)
     select $1::uuid, id, user_id, $1::text, 'TEST', $3, 'LONG', 1000, 1.1, 1.2, now(), now(), 'CLOSED'
     from trading_accounts where id = $2`,
    [id, account, TEST_MARKET.id],
  )
  return id
}

/** An export of the owner that can be downloaded. */
async function addExport(): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into account_exports (id, user_id, status, bytes, expires_at)
     select $1, id, 'Completed', 1, now() + interval '1 day' from users where username = 'owner'`,
    [id],
  )
  mkdirSync(join(server.dataDir, 'exports'), { recursive: true })
  writeFileSync(join(server.dataDir, 'exports', `${id}.zip`), 'x')
  return id
}

/** A connected sign-in of the owner, whose password stays. */
async function addIdentity(): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into identities (id, user_id, issuer, subject, network)
     select $1, id, 'https://desk.example', 'owner', 'desk' from users where username = 'owner'`,
    [id],
  )
  return id
}

/** A key of the owner of an account, with the id of its connection. */
async function addExchangeKey(account: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `with connection as (
       insert into broker_connections (id, user_id, type, broker)
       select $1, user_id, 'live', 'NONE' from trading_accounts where id = $2 returning id)
     insert into exchange_keys (connection_id, masked_key) select id, '…1234' from connection`,
    [id, account],
  )
  return id
}

/** An invitation of somebody else to the connection of an account; returns its id. */
async function addShare(account: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into connection_shares (id, connection_id, invited, role)
     select $1, connection_id, 'carol', 'viewer' from trading_accounts where id = $2`,
    [id, account],
  )
  return id
}

/** A working order of an account; returns its id. */
async function addOrder(account: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into venue_orders (id, account_id, instrument_id, type, side, quantity, limit_price, status, time, changed_at,
       matched_row)
     values ($1, $2, $3, 'LIMIT', 'BUY', 1000, 1, 'NEW', now(), now(), 0)`,
    [id, account, TEST_MARKET.id],
  )
  return id
}

/** A request of an account that never arrived at its venue; returns its id. */
async function addRequest(account: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into intents (id, account_id, user_id, kind, instrument_id, payload, payload_hash, client_id, cid, cid_date,
       state, decided_at)
     select $1::uuid, id, user_id, 'CLOSE', $3, '{"kind":"CLOSE"}', '', $1::text, 1, '2026-01-01', 'ABSENT', now()
     from trading_accounts where id = $2`,
    [id, account, TEST_MARKET.id],
  )
  return id
}
