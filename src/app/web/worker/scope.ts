// The part of a service worker's scope that we use; the types of a page leave it out.

export type WaitingEvent = { readonly waitUntil: (work: Promise<unknown>) => void }

export type PushCame = WaitingEvent & { readonly data: { readonly json: () => unknown } | null }

export type NotificationClicked = WaitingEvent & {
  readonly notification: { readonly data: unknown; readonly close: () => void }
  /** Of the button; empty for the notification itself. */
  readonly action: string
}

export type OpenTab = {
  readonly url: string
  readonly focus: () => Promise<OpenTab>
  /** Rejects for a tab that this worker does not control. */
  readonly navigate: (url: string) => Promise<unknown>
}

export type FetchCame = WaitingEvent & {
  readonly request: Request
  readonly respondWith: (answer: Promise<Response>) => void
}

export type MessageCame = WaitingEvent & { readonly data: unknown }

type Listeners = {
  readonly install: WaitingEvent
  readonly activate: WaitingEvent
  readonly fetch: FetchCame
  readonly message: MessageCame
  readonly push: PushCame
  readonly notificationclick: NotificationClicked
}

export type WorkerScope = {
  readonly location: { readonly origin: string }
  readonly registration: {
    readonly showNotification: (title: string, options: NotificationOptions) => Promise<void>
    readonly getNotifications: (filter: { readonly tag: string }) => Promise<readonly { readonly close: () => void }[]>
  }
  readonly clients: {
    readonly claim: () => Promise<void>
    readonly matchAll: (filter: {
      readonly type: 'window'
      readonly includeUncontrolled: boolean
    }) => Promise<readonly OpenTab[]>
    readonly openWindow: (url: string) => Promise<unknown>
  }
  readonly caches: CacheStorage
  readonly fetch: (request: Request | string, options?: RequestInit) => Promise<Response>
  readonly skipWaiting: () => Promise<void>
  readonly addEventListener: <K extends keyof Listeners>(type: K, listener: (event: Listeners[K]) => void) => void
}
