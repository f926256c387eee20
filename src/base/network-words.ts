// Why a connection failed, in words: what systems call by a code.

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it hung up',
  UND_ERR_SOCKET: 'it hung up',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name can not be looked up now',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'the host can not be reached',
  ENETUNREACH: 'the network can not be reached',
}

/** An error without a code that we know says what it is itself. */
export function wordsOfNetwork(error: Error): string {
  return words['code' in error ? String(error.code) : ''] ?? error.message
}
