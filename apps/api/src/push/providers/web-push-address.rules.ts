// The push services of the browsers that there are. https://w3c.github.io/push-api/ lets a browser name any address at
// all, and whoever registers could name one inside our own network.
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
];

/** Whether an address is a push service's: one of those known, or only those of the service that is given. */
export function pushAddressCheck(own?: string): (address: string) => boolean {
  return (address) => {
    if (!URL.canParse(address)) return false;
    const { origin, protocol, hostname, port, username, password } = new URL(address);
    if (username || password) return false;
    if (own !== undefined) return origin === new URL(own).origin;
    return protocol === 'https:' && port === '' && SERVICES.some((service) => service.test(hostname));
  };
}
