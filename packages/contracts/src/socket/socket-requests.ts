// Every file with requests of the socket, and nothing but them: a new one needs its line here and nowhere else.
export * from './requests/broker-requests.ts'
export * from './requests/indicator-requests.ts'
export * from './requests/price-requests.ts'
export * from './requests/run-requests.ts'
