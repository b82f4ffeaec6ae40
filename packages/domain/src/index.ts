export type { Account } from './account.ts'
export type { Bar } from './bar.ts'
export { computeUnits } from './compute-units.ts'
export { unitsOfWindows } from './units-of-windows.ts'
export type { Millis, Pips, Price, Quantity, RowIndex } from './branded-number.ts'
export { CURRENCIES, type Currency, findCurrency, moneyDecimals, shownCurrency } from './currency.ts'
export type { CredentialForm, VenueEnvironment } from './credential-form.ts'
export { type Instrument } from './instrument.ts'
export { accountsFor } from './rules/accounts-for.ts'
export { brokerFees } from './rules/broker-fees.ts'
export { type Commission, commissionOf } from './rules/commission-of.ts'
export {
  CONTRACTS,
  INSTRUMENT_STATUSES,
  type InstrumentStatus,
  isTradingOpen,
  type ListedInstrument,
  listInstrument,
  type ListingDetails,
  isExchange,
  venueName,
} from './listed-instrument.ts'
export {
  INSTRUCTIONS,
  type Liquidity,
  type Order,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderStatus,
  type OrderType,
  type Side,
  type TimeInForce,
  TIMES_IN_FORCE,
} from './order.ts'
export {
  CLOSE_REASONS,
  type CloseReason,
  type Direction,
  DIRECTIONS,
  type Position,
  POSITION_STATUSES,
  type PositionStatus,
} from './position.ts'
export { type PriceParts, priceParts } from './price-parts.ts'
export type { Tick } from './tick.ts'
export { USER_ERROR_CODES, UserError, type UserErrorCode } from './user-error.ts'
export { defineInstrument } from './define-instrument.ts'
export { instrumentName } from './instrument-name.ts'
export { writtenPrice } from './written-price.ts'
export { writtenMoney, writtenQuantity } from './written-number.ts'
export { dayOfWeek, isMarketOpen, nextChange } from './time/calendar.ts'
export { type Closure, joinClosures } from './time/closures.ts'
export { newYorkOffset, nextRollover } from './time/new-york-time.ts'
export { peggedCurrency } from './pegged-currency.ts'
export { decimalPlaces } from './decimal-places.ts'
export { cleanText } from './clean-text.ts'
export { isExhaustion, STACK_OVERFLOW } from './is-exhaustion.ts'
export { goodPercent } from './good-percent.ts'
export { midAndSpread } from './mid-and-spread.ts'
export type { Rounding } from './decimal/decimal.ts'
export { addExact, exactText, minus, over, parseExact, plus, times, withoutNoise } from './decimal/exact.ts'
export { tidy } from './tidy.ts'
export { isTag, MAX_TAG_LENGTH, MAX_TAGS } from './tag.ts'
export { createRandom } from './random.ts'
export {
  BAR_INTERVALS,
  barEnd,
  barStart,
  type BarDays,
  DAY_ENDS,
  WEEK_STARTS,
  type BarInterval,
  INTERVAL_KEYS,
  INTERVALS,
  type Interval,
  isBarInterval,
} from './interval.ts'
export { sessionIntervals } from './session-intervals.ts'
export { type BarPrices, isCrossedQuote, isInconsistentBar } from './bar-faults.ts'
export { BAR_COLUMNS, type BarColumns, type MarketColumns, TICK_COLUMNS, type TickColumns } from './columns.ts'
export { type OhlcColumns, resample } from './resample.ts'
export { cellNumber, readTable, TableError, type TableReading } from './csv/read-table.ts'
export { isPerpetual, PERPETUAL } from './perpetual.ts'
export { isSameSymbol } from './same-symbol.ts'
export { DAY, HOUR, MINUTE, SECOND, WEEK } from './time/units.ts'
export { readIsoTime } from './time/read-iso-time.ts'
export { isoTime, monthOf, startOfMonth } from './time/utc-time.ts'
export {
  type AnyFieldValue,
  type Chosen,
  defaultOf,
  fieldsOf,
  initialOf,
  NONE,
  encodeSetting,
  decodeSetting,
} from './settings/chosen.ts'
export { choiceNames, fieldProblem, numberBounds, settingProblem } from './settings/check-setting.ts'
export {
  type Choice,
  type Field,
  type Fields,
  type NumberField,
  type Setting,
  SETTING_GROUPS,
  type SettingTable,
  type SettingValue,
  type Tier,
  type TiersField,
  type WeekdayField,
} from './settings/setting.ts'
export { defaultModels, type RunModels, SETTINGS } from './settings/settings.ts'
export {
  MARKET_SETTINGS,
  type MarketModels,
  MAX_OTHER_MARKETS,
  NO_MARKET_MODELS,
  untradedMarket,
} from './settings/market-models.ts'
export { barIntervalFor, barSpans } from './rules/bar-spans.ts'
export {
  type DataStretch,
  joinStretches,
  MIN_GAP,
  runStretches,
  type StoredSpans,
  stretchesText,
} from './rules/data-stretches.ts'
export {
  balanceProblem,
  barsProblem,
  dataProblem,
  emptyPeriodProblem,
  endProblem,
  externalsProblem,
  intervalProblem,
  lengthProblem,
  MAX_RUN_MS,
} from './rules/run-rules.ts'
export {
  MAX_PERMUTATIONS,
  MAX_WINDOWS,
  objectivesProblem,
  permutationsProblem,
  searchableProblem,
  searchedProblem,
  valuesProblem,
  windowsProblem,
} from './rules/search-rules.ts'
export { DUST, isDust, isTooSmall, type LeastOrder } from './rules/dust.ts'
export { ACCOUNT_LEVELS, type AccountLevel } from './account-level.ts'
export { REFUSED_STOPS, type RefusedStop } from './refused-stop.ts'
export { CUSTODY_CAUSES, CUSTODY_STATES, type CustodyCause, type CustodyState } from './custody-state.ts'
export { ACCOUNT_MODELS, type AccountModel } from './account-model.ts'
export { type ContractTerms, tradedAt } from './rules/traded-at.ts'
export { type AccountFigures, accountFigures, leverage } from './rules/account-figures.ts'
export { isMultiple, roundToStep } from './rules/steps.ts'
export { summarizeModels, type TableSummaries, type TableSummary } from './settings/summarize-models.ts'
export { HOURS_OF_WEEK, ratesProblem, SETTING_TABLES } from './settings/tables.ts'
export { inWords, toShown, toStored } from './settings/units.ts'
export { ACCEPTED, type OrderAck, rejection } from './order-ack.ts'
export type {
  CancelRequest,
  ChangeOrderRequest,
  ChangePositionRequest,
  ChangeRequest,
  LinkRequest,
  OrderChanges,
  PlaceRequest,
  StopChanges,
  TradeRequest,
} from './order-request.ts'
export type {
  AcceptedEvent,
  AdjustEvent,
  BalanceEvent,
  EndedEvent,
  ExecutionPrices,
  FillEvent,
  FinancingEvent,
  MarginEvent,
  PositionCloseEvent,
  RefusedEvent,
  UnknownEvent,
  VenueEvent,
} from './venue-event.ts'
export { FEED_STATES, type FeedState } from './feed-state.ts'
export { type AsOfOptions, AsOfSeries } from './known/as-of-series.ts'
export { knownAsOf, type KnownStep, knownSteps, type KnownSummary, summarizeKnown } from './known/known-as-of.ts'
export { joinColumns, KNOWN_COLUMNS, type KnownColumns, knownColumns } from './known/known-columns.ts'
export { FREQUENCIES, type Frequency, frequencyOfStarts, LAG_DAYS, laggedTime } from './known/lag-of-frequency.ts'
export { isAllLeftOut, leftOutText } from './known/left-out-text.ts'
export { type ArchiveWindow, type DatedChange, type DatedValue, mergeWindows } from './known/merge-windows.ts'
export { qualifyRevisions, type QualifyOptions } from './known/qualify-revisions.ts'
export { byKnownTime, KNOWN_QUALITIES, type KnownQuality, type KnownRevision, type Revision } from './known/revision.ts'
export {
  DEFAULT_SERIES_DELAY,
  isSeriesCode,
  isSeriesColumn,
  knownFromProblem,
  MAX_SERIES,
  readSeriesId,
  seriesId,
  seriesOptionProblem,
} from './known/series-code.ts'
export { takesLag } from './known/with-lag.ts'
export {
  GUARD_LIMIT_NAMES,
  GUARD_LIMITS,
  type GuardLimit,
  type GuardLimitName,
  type GuardLimits,
  guardLimits,
} from './settings/guard-limits.ts'
