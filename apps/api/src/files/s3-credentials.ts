import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { S3Credentials } from '#files/s3-signature';
import { xmlText } from '#files/xml-text';

type Lease = S3Credentials & { expiration?: Date };
type Env = Record<string, string | undefined>;

/** Amazon renews a role's keys this long before they expire. */
const RENEWAL_MS = 300_000;
const METADATA_TIMEOUT_MS = 2_000;
const TOKEN_SERVICE_TIMEOUT_MS = 8_000;
/** Hosts that may be asked without TLS: the agents of ECS and EKS, and this machine. */
const LOCAL_HOST = /^(169\.254\.170\.23?|\[fd00:ec2::23\]|localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

async function fetchText(url: URL, init: RequestInit = {}, timeout = METADATA_TIMEOUT_MS): Promise<string> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) });
  if (!answer.ok) throw new Error(`${url.host} answers ${answer.status} when asked for the keys of a role`);
  return answer.text();
}

const parseJson = (text: string) => JSON.parse(text) as Record<string, string | undefined>;

function leaseOf({ AccessKeyId, SecretAccessKey, Token, Expiration }: Record<string, string | undefined>): Lease {
  if (!AccessKeyId || !SecretAccessKey) throw new Error('the keys of a role are incomplete');
  const expiration = Expiration === undefined ? undefined : new Date(Expiration);
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token, expiration };
}

/** A profile with keys of its own in the file that `aws configure` writes. */
async function leaseFromFile({
  AWS_SHARED_CREDENTIALS_FILE,
  AWS_PROFILE = 'default',
}: Env): Promise<Lease | undefined> {
  const file = AWS_SHARED_CREDENTIALS_FILE ?? join(homedir(), '.aws/credentials');
  const text = await readFile(file, 'utf8').catch(() => '');
  const profile = text.split(/^\s*\[/m).find((part) => part.slice(0, part.indexOf(']')).trim() === AWS_PROFILE) ?? '';
  const setting = (name: string) => new RegExp(`^\\s*${name}\\s*=\\s*(\\S+)`, 'm').exec(profile)?.[1];
  const [accessKeyId, secretAccessKey] = [setting('aws_access_key_id'), setting('aws_secret_access_key')];
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: setting('aws_session_token') };
}

/** The role of a pod: its token is exchanged for keys. */
async function leaseFromToken(tokenFile: string, role: string, region: string, env: Env): Promise<Lease> {
  const url = new URL(env.AWS_ENDPOINT_URL_STS ?? `https://sts.${amazonDomain(region)}`);
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: env.AWS_ROLE_SESSION_NAME ?? 'pulso',
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  });
  const text = await fetchText(url, { method: 'POST', body }, TOKEN_SERVICE_TIMEOUT_MS);
  const names = ['AccessKeyId', 'SecretAccessKey', 'Expiration'];
  const lease = Object.fromEntries(names.map((name) => [name, xmlText(text, name)]));
  return leaseOf({ ...lease, Token: xmlText(text, 'SessionToken') });
}

/** The role of a container, from the agent beside it. */
async function leaseFromAgent(address: string, env: Env): Promise<Lease> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !LOCAL_HOST.test(url.hostname))
    throw new Error(`${url.host} must be asked for keys by https`);
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file, AWS_CONTAINER_AUTHORIZATION_TOKEN } = env;
  const token = file ? (await readFile(file, 'utf8')).trim() : AWS_CONTAINER_AUTHORIZATION_TOKEN;
  return leaseOf(parseJson(await fetchText(url, { headers: token ? { authorization: token } : {} })));
}

/** The role of a virtual machine, from its metadata service (version 2). */
async function leaseFromMachine({ AWS_EC2_METADATA_SERVICE_ENDPOINT, AWS_EC2_METADATA_DISABLED }: Env): Promise<Lease> {
  if (AWS_EC2_METADATA_DISABLED === 'true') throw new Error('no S3 keys are configured');
  const at = (path: string) => new URL(path, AWS_EC2_METADATA_SERVICE_ENDPOINT ?? 'http://169.254.169.254');
  const ttl = { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' };
  const token = await fetchText(at('/latest/api/token'), { method: 'PUT', headers: ttl }).catch((cause: unknown) => {
    throw new Error('no S3 keys are configured, and this machine has no role', { cause });
  });
  const headers = { 'x-aws-ec2-metadata-token': token };
  const roles = '/latest/meta-data/iam/security-credentials/';
  const role = (await fetchText(at(roles), { headers })).trim();
  return leaseOf(parseJson(await fetchText(at(roles + role), { headers })));
}

async function findLease(region: string, env: Env): Promise<Lease> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_PROFILE } = env;
  if (accessKeyId && secretAccessKey && !AWS_PROFILE)
    return { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN };
  const profile = await leaseFromFile(env);
  if (profile) return profile;
  const { AWS_WEB_IDENTITY_TOKEN_FILE, AWS_ROLE_ARN } = env;
  if (AWS_WEB_IDENTITY_TOKEN_FILE && AWS_ROLE_ARN)
    return leaseFromToken(AWS_WEB_IDENTITY_TOKEN_FILE, AWS_ROLE_ARN, region, env);
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } = env;
  const address = relative ? `http://169.254.170.2${relative}` : full;
  return address ? leaseFromAgent(address, env) : leaseFromMachine(env);
}

export function amazonDomain(region: string): string {
  return `${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** Keys from where Amazon's own tools look for them; those of a role are searched again before they expire. */
export function credentialsFinder(region: string, env: Env = process.env): () => Promise<S3Credentials> {
  let current: Promise<Lease> | undefined;
  const isFresh = ({ expiration }: Lease) => !expiration || expiration.getTime() - Date.now() > RENEWAL_MS;
  return async () => {
    const last = current;
    const lastLease = await last?.catch(() => undefined);
    if (lastLease && isFresh(lastLease)) return lastLease;
    // Only the first of the requests that waited together searches.
    if (current === last) current = findLease(region, env);
    return current!;
  };
}
