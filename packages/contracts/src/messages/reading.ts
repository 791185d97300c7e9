/**
 * What a reader makes of a message's bytes: the message, or why it is none. Of a message that cannot be taken,
 * tenant and cluster are told as far as its own words name them; nobody has checked them.
 */
export type MessageReading<Message> =
  | { readonly ok: true; readonly message: Message; readonly tenantId: string; readonly clusterId?: string }
  | { readonly ok: false; readonly reason: string; readonly tenantId?: string; readonly clusterId?: string };
