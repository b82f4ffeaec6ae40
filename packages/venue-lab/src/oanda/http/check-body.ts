import { Ajv, type ValidateFunction } from 'ajv'
import type { OrderFields } from '../trading/order.ts'
import { OandaError } from './oanda-error.ts'
import { ORDER_SCHEMAS } from './request-schemas.ts'

const ajv = new Ajv({ allErrors: false })
const compiled = new Map<object, ValidateFunction>()

/** Throws for a body that the venue's document does not define. `at`: where in the body it stands. */
export function checkBody(schema: object, body: unknown, at = ''): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  if (validate(body)) return
  const [first] = validate.errors ?? []
  const unknown = first?.params['additionalProperty'] as string | undefined
  const path = [at, ...(first?.instancePath ?? '').split('/'), unknown ?? ''].filter((part) => part !== '').join('.')
  throw new OandaError(400, `Invalid value specified for '${path}'`)
}

/** The order in the body of a request, with what the venue adds where it says nothing. */
export function readOrder(body: unknown): OrderFields {
  const order = body instanceof Object && 'order' in body ? (body.order as { readonly type?: unknown }) : null
  const schema = ORDER_SCHEMAS[String(order?.type)]
  if (schema === undefined) throw new OandaError(400, "Invalid value specified for 'order.type'")
  checkBody(schema, order, 'order')
  const fields = order as OrderFields
  const isEntry = fields.tradeID === undefined && fields.clientTradeID === undefined
  return {
    ...fields,
    timeInForce: fields.timeInForce ?? (fields.type === 'MARKET' ? 'FOK' : 'GTC'),
    ...(isEntry ? { positionFill: fields.positionFill ?? 'DEFAULT' } : {}),
    ...(fields.type === 'MARKET' ? {} : { triggerCondition: fields.triggerCondition ?? 'DEFAULT' }),
  }
}
