/** Which sockets of the stand-in of Binance: market streams or the WebSocket API. */
export type BinanceSocket = 'streams' | 'wsApi'

/** Which sockets of that of its futures: by the path at which they are, or at none that has streams. */
export type UsdmSocket = 'public' | 'market' | 'private' | 'unrouted'

/** Which streams of that of OANDA: prices or the journal of an account. */
export type OandaStream = 'pricing' | 'transactions'

/** Which sockets of that of Bitfinex. */
export type BitfinexSocket = 'channels' | 'authenticated'

export type VenueSocketKind = BinanceSocket | UsdmSocket | BitfinexSocket

/**
 * When something goes wrong. At most one of `message`, `request` and `connection` says to what; a name that ends with `*`
 * stands for all that begin so. A skew of the venue's clock needs a time alone.
 */
export interface FaultWhen {
  /**
   * A stream (`btcusdt@trade`) or an event of the user stream (`executionReport TRADE`, `outboundAccountPosition`); a price
   * (`PRICE EUR_USD`), a transaction (`ORDER_FILL`) or a heartbeat (`HEARTBEAT pricing`).
   */
  readonly message?: string
  /** Method and path: `POST /api/v3/order`, or with names in it as its document has: `POST /v3/accounts/{accountID}/orders`. */
  readonly request?: string
  /** A new connection; together with `time`, all connections that are open then. */
  readonly connection?: VenueSocketKind | OandaStream
  /** Lab time from which on it happens. */
  readonly time?: number
  /** From the n-th match on; 1 if omitted. */
  readonly nth?: number
  /** How often; once if omitted. */
  readonly times?: number
  /** With this probability at each match, instead of `nth`. */
  readonly chance?: number
}

/** Of messages: what happens to one of them, or to its connection from there on. */
export type MessageFault =
  | 'drop'
  | 'duplicate'
  /** Sent after the next message of its connection. */
  | 'swap'
  /** Sent later, after those that follow. */
  | 'delay'
  /** The connection breaks in the middle of the message. */
  | 'cut'
  | 'garbage'
  | 'oversized'
  /** With fields, values and elements that are in no document of the venue. */
  | 'unknownFields'
  | 'lostFill'
  | 'lateFill'

/** Of connections that are open. */
export type ConnectionFault =
  /** Without a closing handshake. */
  | 'close'
  /** Messages stop, pings go on. */
  | 'stall'
  /** Nothing arrives in either direction, and nobody is told. */
  | 'halfOpen'
  | 'serverShutdown'

/** Of requests. */
export type RequestFault =
  | '429'
  | '418'
  | '403'
  /** Refused, and it says so. */
  | '503'
  /** Carried out, and the answer does not say so. */
  | 'unknown503'
  /** Carried out; the answer never comes, and the connection breaks. */
  | 'lostAck'
  /** Carried out and answered with 'Duplicate order sent.'. */
  | 'duplicateId'
  /** Refused with `answer`. */
  | 'refuse'
  /** Carried out and answered with `answer`. */
  | 'misreport'
  /** It arrives `ms` later: until then nobody has heard of it, and its window may be over. */
  | 'lateRequest'
  | 'oldSnapshot'
  /** The venue's clock moves by `ms` from then on. */
  | 'skew'

/** Something that goes wrong, as data. */
export interface Fault {
  readonly when: FaultWhen
  readonly do: MessageFault | ConnectionFault | RequestFault
  /** Of what comes late, 500 if omitted; of the skew; how long a 429 or 418 lasts, 1000 if omitted. */
  readonly ms?: number
  /** After how many bytes a message is cut, 20 if omitted; size of an oversized one, 4 MiB if omitted. */
  readonly bytes?: number
  /** An answer with a code and text of the venue, and what it says of the halves of a request. */
  readonly answer?: {
    readonly status: number
    readonly code: number | string
    readonly msg: string
    readonly data?: object
  }
  /** How old a snapshot is, in updates of its book; 20 if omitted. */
  readonly updates?: number
}
