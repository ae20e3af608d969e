// The push services of the known browsers. A subscription may name any address (https://w3c.github.io/push-api/), and
// posting to one inside our own network would be a server-side request forgery.
const KNOWN_SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
];

/** Checks that an address belongs to a known push service, or to `own` alone where it is given. */
export function pushAddressCheck(own?: string): (address: string) => boolean {
  return (address) => {
    if (!URL.canParse(address)) return false;
    const { origin, protocol, hostname, port, username, password } = new URL(address);
    if (username || password) return false;
    if (own !== undefined) return origin === new URL(own).origin;
    return protocol === 'https:' && port === '' && KNOWN_SERVICES.some((service) => service.test(hostname));
  };
}
