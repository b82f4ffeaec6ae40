import { describe, expect, it } from 'vitest'
import { DOCUMENT } from '../testing/oanda-document.fixture.ts'
import {
  CLOSE_POSITION,
  CLOSE_TRADE,
  ORDER_EXTENSIONS,
  ORDER_SCHEMAS,
  TRADE_EXTENSIONS,
  TRADE_ORDERS,
} from './http/request-schemas.ts'

if (DOCUMENT === null)
  console.warn('../shared/data is absent: requests and answers of the stand-in of OANDA are not compared.')

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Names, types and values, with what is referred to in its place. */
function shape(schema: Schema): unknown {
  const { type, properties, enum: values } = schema.$ref === undefined ? schema : definition(schema.$ref)
  if (properties === undefined) return values === undefined ? type : [...values].sort()
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, name === 'type' ? 'type' : shape(one)]),
  )
}

function definition(ref: string): Schema {
  return DOCUMENT?.definitions[ref.split('/')[2] ?? ''] as Schema
}

function bodyOf(method: string, path: string): Schema {
  const found = DOCUMENT?.paths[path]?.[method]?.parameters as readonly {
    readonly in?: string
    readonly schema?: Schema
  }[]
  return found.find((one) => one.in === 'body')?.schema ?? {}
}

describe.skipIf(DOCUMENT === null)("requests are checked as the venue's document defines them", () => {
  it.each(Object.keys(ORDER_SCHEMAS))('an order of type %s', (type) => {
    const name = type.split('_').map((word) => `${word[0] ?? ''}${word.slice(1).toLowerCase()}`)
    expect(shape(ORDER_SCHEMAS[type] ?? {})).toEqual(shape({ $ref: `#/definitions/${name.join('')}OrderRequest` }))
  })

  it.each<readonly [string, object]>([
    ['/accounts/{accountID}/trades/{tradeSpecifier}/close', CLOSE_TRADE],
    ['/accounts/{accountID}/positions/{instrument}/close', CLOSE_POSITION],
    ['/accounts/{accountID}/trades/{tradeSpecifier}/orders', TRADE_ORDERS],
    ['/accounts/{accountID}/orders/{orderSpecifier}/clientExtensions', ORDER_EXTENSIONS],
    ['/accounts/{accountID}/trades/{tradeSpecifier}/clientExtensions', TRADE_EXTENSIONS],
  ])('the body of PUT %s', (path, schema) => {
    expect(shape(schema)).toEqual(shape(bodyOf('put', path)))
  })
})
