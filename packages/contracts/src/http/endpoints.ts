import { checkVersion } from './algorithm-checks.ts'
import * as algorithms from './algorithms.ts'
import * as windows from './backtest-windows.ts'
import * as backtests from './backtests.ts'
import * as calendars from './calendars.ts'
import { getMarketQuality } from './data-quality.ts'
import * as marketData from './market-data.ts'
import { health } from './system.ts'
import * as users from './users.ts'

/** Every HTTP call of the product by name. The server must have a handler for each, or it does not compile. */
export const endpoints = {
  health,
  login: users.login,
  register: users.register,
  logout: users.logout,
  keepAlive: users.keepAlive,
  currentUser: users.currentUser,
  bootstrap: users.bootstrap,
  listSharedAlgorithms: algorithms.listSharedAlgorithms,
  listOwnAlgorithms: algorithms.listOwnAlgorithms,
  createAlgorithm: algorithms.createAlgorithm,
  getAlgorithm: algorithms.getAlgorithm,
  getSharedAlgorithm: algorithms.getSharedAlgorithm,
  updateAlgorithm: algorithms.updateAlgorithm,
  deleteAlgorithm: algorithms.deleteAlgorithm,
  listVersions: algorithms.listVersions,
  listSharedVersions: algorithms.listSharedVersions,
  getVersion: algorithms.getVersion,
  getSharedVersion: algorithms.getSharedVersion,
  saveVersion: algorithms.saveVersion,
  checkVersion,
  runBacktest: backtests.runBacktest,
  listBacktests: backtests.listBacktests,
  listAlgorithmBacktests: backtests.listAlgorithmBacktests,
  listSharedAlgorithmBacktests: backtests.listSharedAlgorithmBacktests,
  getBacktest: backtests.getBacktest,
  getSharedBacktest: backtests.getSharedBacktest,
  getBacktestTables: backtests.getBacktestTables,
  getSharedBacktestTables: backtests.getSharedBacktestTables,
  deleteBacktest: backtests.deleteBacktest,
  stopBacktest: backtests.stopBacktest,
  getBacktestPositions: backtests.getBacktestPositions,
  getSharedBacktestPositions: backtests.getSharedBacktestPositions,
  getBacktestPositionPage: windows.getBacktestPositionPage,
  getSharedBacktestPositionPage: windows.getSharedBacktestPositionPage,
  getBacktestPlots: windows.getBacktestPlots,
  getSharedBacktestPlots: windows.getSharedBacktestPlots,
  getBacktestCharts: backtests.getBacktestCharts,
  getSharedBacktestCharts: backtests.getSharedBacktestCharts,
  getBacktestLog: backtests.getBacktestLog,
  getSharedBacktestLog: backtests.getSharedBacktestLog,
  listInstruments: marketData.listInstruments,
  listInstrumentsForUser: marketData.listInstrumentsForUser,
  historicalAvailability: marketData.historicalAvailability,
  historicalPrices: marketData.historicalPrices,
  getMarketQuality,
  learnSpread: marketData.learnSpread,
  removeMarketData: marketData.removeMarketData,
  listPrivateData: marketData.listPrivateData,
  sharePrivateData: marketData.sharePrivateData,
  marketDataUsage: marketData.marketDataUsage,
  listImportFormats: marketData.listImportFormats,
  startImport: marketData.startImport,
  listImports: marketData.listImports,
  getImport: marketData.getImport,
  listCalendars: calendars.listCalendars,
  importCalendar: calendars.importCalendar,
  removeCalendar: calendars.removeCalendar,
} as const

export type EndpointName = keyof typeof endpoints
