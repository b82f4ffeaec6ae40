export { ADAPTERS } from './adapters.generated.ts'
export {
  type AccountReader,
  AccountUnusable,
  KeyRefused,
  type KeyRights,
  type VenueBalance,
  type VenuePosition,
} from './ports/account-reader.ts'
export type { AccountMessage, AccountStream, VenueFinancing, VenueTransfer } from './ports/account-stream.ts'
export {
  type BookChange,
  type BookDeltaMessage,
  type BookLevel,
  type BookSnapshotMessage,
  type DropReason,
  type FeedHealth,
  type FeedKind,
  type FeedMessage,
  type FeedSink,
  type Lease,
  type MarketFeed,
  type QuoteMessage,
  type TickerMessage,
  type Trade,
} from './ports/market-feed.ts'
export type {
  ChangeAnswer,
  FillPage,
  LookUp,
  OrderAnswer,
  OrderChange,
  OrderGateway,
  OrderReference,
  ProtectivePair,
  VenueFill,
  VenueOrder,
} from './ports/order-gateway.ts'
export type { VenueAccount, VenueAdapter, VenueAddresses, VenueContext, VenueMarket } from './ports/venue-adapter.ts'
export type { VenueClock } from './ports/venue-clock.ts'
export { VenueSilent } from './ports/venue-silent.ts'
export { systemClock } from './wire/system-clock.ts'
export { VirtualClock } from './wire/virtual-clock.ts'
export { NEVER_CLOSED_URLS } from './wire/never-closed.ts'
