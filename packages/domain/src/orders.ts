// Rules of orders and positions, apart from the rest: pages that trade nothing do not load them.
export {
  affordableQuantity,
  costOfOrder,
  type QuantityRule,
  USUAL_QUANTITY,
  usualQuantity,
} from './rules/affordable-quantity.ts'
export {
  bandProblem,
  levelFault,
  priceStepProblem,
  quantityFault,
  quantityOfTotal,
  quantityProblem,
  type Quote,
  stopLossProblem,
  takeProfitProblem,
  trailingStopProblem,
} from './rules/order-rules.ts'
export {
  clearsLevel,
  type LevelField,
  type LevelMoney,
  type LevelReading,
  readLevel,
  readLevelNumber,
  splitLevel,
} from './rules/read-level.ts'
export { isTrailedByVenue } from './rules/is-trailed-by-venue.ts'
export { type LevelTexts, readBracket, type ReadBracket } from './rules/read-bracket.ts'
export { type DecimalSeparator, INVALID_NUMBER, readNumber, readQuantity } from './rules/read-order.ts'
export {
  type OrderPreview,
  orderWarnings,
  type PreviewContext,
  type PreviewedOrder,
  NOT_ENOUGH_MARGIN,
  previewOrder,
} from './rules/preview-order.ts'
export { executesAtOnce, orderChangeProblem, restMargin } from './rules/order-change-problem.ts'
export { breakEvenPrice } from './rules/break-even-price.ts'
export { closingProblem } from './rules/closing-problem.ts'
export { type LevelChanges, levelChangeProblem, type LevelProblem } from './rules/level-change-problem.ts'
export {
  levelQuote,
  maxPriceAge,
  notionalProblem,
  type OrderCircumstances,
  type OrderDraft,
  type OrderProblem,
  orderProblems,
  validateOrder,
  waitingPrice,
} from './rules/validate-order.ts'
export { type CountedOrders, neededBy, NO_ORDERS, orderCountProblem, ownCount } from './rules/order-count-problem.ts'
export { MAX_ORDERS_PER_MINUTE, openingProblem } from './rules/opening-problem.ts'
export { spotMarketProblem } from './rules/spot-market-problem.ts'
