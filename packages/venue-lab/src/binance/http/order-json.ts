import type { LabAccount } from '../trading/lab-account.ts'
import type { LabFill, LabList, LabOrder } from '../trading/lab-order.ts'
import type { ResponseType } from '../trading/order-draft.ts'
import { unitsText } from '../../units.ts'

/** An order as look-ups answer it. */
export function orderJson(order: LabOrder): object {
  return {
    ...common(order),
    stopPrice: unitsText(order.stopPrice),
    icebergQty: '0.00000000',
    time: order.time,
    updateTime: order.updateTime,
    isWorking: order.isWorking,
    workingTime: order.isWorking ? order.workingTime : -1,
    origQuoteOrderQty: unitsText(order.quoteQuantity),
    selfTradePreventionMode: 'EXPIRE_MAKER',
  }
}

/** The answer to a new order, in the requested detail. */
export function newOrderJson(account: LabAccount, order: LabOrder, response: ResponseType): object {
  const { symbol, id, listId, clientId, updateTime } = order
  if (response === 'ACK')
    return { symbol, orderId: id, orderListId: listId, clientOrderId: clientId, transactTime: updateTime }
  const result = {
    ...common(order),
    transactTime: updateTime,
    origQuoteOrderQty: unitsText(order.quoteQuantity),
    workingTime: order.isWorking ? order.workingTime : -1,
    selfTradePreventionMode: 'EXPIRE_MAKER',
  }
  if (response === 'RESULT') return result
  const fills = account.fills.filter(({ orderId }) => orderId === id)
  return { ...result, fills: fills.map(partJson) }
}

export function canceledJson(order: LabOrder, cancelId: string): object {
  return {
    ...common(order),
    origClientOrderId: order.clientId,
    clientOrderId: cancelId,
    transactTime: order.updateTime,
    origQuoteOrderQty: unitsText(order.quoteQuantity),
    selfTradePreventionMode: 'EXPIRE_MAKER',
  }
}

export function listJson(list: LabList): object {
  return {
    orderListId: list.id,
    contingencyType: 'OCO',
    listStatusType: list.isDone ? 'ALL_DONE' : 'EXEC_STARTED',
    listOrderStatus: list.isDone ? 'ALL_DONE' : 'EXECUTING',
    listClientOrderId: list.clientId,
    transactionTime: list.time,
    symbol: list.symbol,
    orders: list.orders.map(({ symbol, id, clientId }) => ({ symbol, orderId: id, clientOrderId: clientId })),
  }
}

export function tradeJson(fill: LabFill): object {
  return {
    symbol: fill.symbol,
    id: fill.id,
    orderId: fill.orderId,
    orderListId: fill.listId,
    price: unitsText(fill.price),
    qty: unitsText(fill.quantity),
    quoteQty: unitsText(fill.value),
    commission: unitsText(fill.commission),
    commissionAsset: fill.commissionAsset,
    time: fill.time,
    isBuyer: fill.isBuyer,
    isMaker: fill.isMaker,
    isBestMatch: true,
  }
}

function partJson({ price, quantity, commission, commissionAsset, id }: LabFill): object {
  return {
    price: unitsText(price),
    qty: unitsText(quantity),
    commission: unitsText(commission),
    commissionAsset,
    tradeId: id,
  }
}

function common(order: LabOrder): object {
  return {
    symbol: order.symbol,
    orderId: order.id,
    orderListId: order.listId,
    clientOrderId: order.clientId,
    price: unitsText(order.price),
    origQty: unitsText(order.quantity),
    executedQty: unitsText(order.executed),
    cummulativeQuoteQty: unitsText(order.value),
    status: order.status,
    timeInForce: order.timeInForce,
    type: order.type,
    side: order.side,
    ...(order.stopPrice > 0n ? { stopPrice: unitsText(order.stopPrice) } : {}),
  }
}
