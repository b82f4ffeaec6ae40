import './http/words-of-issue.ts'
export type * from './bus/fetch-job.ts'
export type * from './bus/market-messages.ts'
export { type FundingRates, readFundingRates, writeFundingRates } from './files/funding-rates-csv.ts'
export { gradeText, importedText, problemText, seriesNotes, seriesTitle } from './files/import-words.ts'
export { readSwapRates, type SwapRates, writeSwapRates } from './files/swap-rates-csv.ts'
export { readSpreadByHour, writeSpreadByHour } from './files/spread-by-hour-csv.ts'
export { CREDENTIAL_FORMS } from './credential-forms.ts'
export * from './http/all-contracts.ts'
export * from './http/common.ts'
export { API_SCOPES, type ApiScope, type ApiTerms, takesIdempotencyKey } from './http/api-terms.ts'
export { DATASET_COLUMNS, DATASET_SEARCH_MIN, DATASETS_PAGE } from './http/dataset-limits.ts'
export { intervalKey, runStatus } from './http/run-common.ts'
export { type Audited, type Endpoint, endpoint } from './http/endpoint.ts'
export { type EndpointName, endpoints, type Route, routes, type TwinName } from './http/endpoints.ts'
export { MARGIN_FIGURES, marginFigures } from './http/margin-figures.ts'
export { RETURN_OVER_DRAWDOWN } from './return-over-drawdown.ts'
export { seriesHeadline } from './http/series-headline.ts'
export { runRemarks } from './http/run-remarks.ts'
export { gapHeadline, msWithData } from './http/gap-headline.ts'
export { isMarginSevere, marginExtent, marginHeadline } from './http/margin-headline.ts'
export {
  type OptimizationRowArrays,
  packOptimizationRows,
  unpackOptimizationRows,
} from './http/optimization-row-arrays.ts'
export * from './http/position-columns.ts'
export { type RunModels, runModels } from './http/run-models.ts'
export type { SecondFactorAsked } from './http/second-factor.ts'
export { settingSchema } from './http/settings-schema.ts'
export * from './http/run-tables.ts'
export * from './http/text.ts'
export * from './http/time.ts'
export { nameOfCopy } from './name-of-copy.ts'
export {
  type BacktestProgress,
  type BacktestPosition,
  type BacktestPrices,
  type BacktestVerified,
} from './socket/backtest-events.ts'
export * from './socket/historical-ticks.ts'
export * from './socket/indicator-test.ts'
export * from './socket/messages.ts'
export { MAX_BEGUN, type OptimizationBacktestUpdate } from './socket/optimization-events.ts'
export * from './socket/order-requests.ts'
export * from './socket/session-answers.ts'
export { type ChannelName, type SocketRequest } from './socket/socket-request.ts'
export * as socketRequests from './socket/socket-requests.ts'
export {
  type ArbitrageList,
  type ArbitragePair,
  type LiveCurrency,
  MAX_ARBITRAGE_IDS,
  MAX_ARBITRAGE_PAIRS,
} from './socket/arbitrage-events.ts'
export { livePrice, type LivePriceEvent } from './socket/price-events.ts'
export * from './socket/trading-events.ts'
export { withFieldNotes } from './with-field-notes.ts'
export { type ServerEvent, type SubscribedTopic, type TopicEvent, type TopicName, topics } from './socket/topics.ts'
