/// <reference lib="dom" />
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { initializeApp } from 'firebase/app';
import {
  GoogleAuthProvider,
  getAuth,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
} from 'firebase/auth';
import { StrictMode, createElement as h, useState, type FormEvent } from 'react';
import { createRoot } from 'react-dom/client';

/** The smallest possible shop on the vendors' real SDKs, for the browser tests. */
const { clientSecret = '', publishableKey = '' } = Object.fromEntries(
  new URLSearchParams(location.search),
);
const auth = getAuth(initializeApp());
const stripe = loadStripe(publishableKey);

function SignIn() {
  const [said, say] = useState('signed out');
  const run = (work: () => Promise<string>) => () => {
    say('working');
    work().then(say, (error: { code: string }) => say(error.code));
  };
  const signInWithGoogle = run(async () => {
    const { user } = await signInWithPopup(auth, new GoogleAuthProvider());
    return `${user.displayName} ${user.email} ${user.photoURL ? 'with photo' : ''}`;
  });
  const field = (name: string) => (document.getElementById(name) as HTMLInputElement).value;
  const signIn = run(async () => {
    const { user } = await signInWithEmailAndPassword(auth, field('email'), field('password'));
    return `${user.email}`;
  });
  const forget = run(async () => {
    await sendPasswordResetEmail(auth, field('email'));
    return 'sent';
  });
  return h(
    'section',
    null,
    h('button', { onClick: signInWithGoogle }, 'Continue with Google'),
    h('input', { id: 'email', 'aria-label': 'Email' }),
    h('input', { id: 'password', 'aria-label': 'Password', type: 'password' }),
    h('button', { onClick: signIn }, 'Login'),
    h('button', { onClick: forget }, 'Forgot'),
    h('output', { id: 'person' }, said),
  );
}

const CARD_OPTIONS = {
  hidePostalCode: true,
  style: {
    base: { color: 'rgb(11, 100, 112)', fontSize: '18px', '::placeholder': { color: '#555' } },
  },
};

function Pay() {
  const shop = useStripe();
  const elements = useElements();
  const [events, setEvents] = useState<string[]>([]);
  const [change, setChange] = useState('');
  const [said, say] = useState('');
  const note = (name: string) => () => setEvents((before) => [...before, name]);
  async function pay(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!shop || !card) return;
    say('paying');
    const method = {
      payment_method: { card, billing_details: { name: 'Ada', email: 'ada@example.com' } },
    };
    if (clientSecret.startsWith('seti_')) {
      const { error, setupIntent } = await shop.confirmCardSetup(clientSecret, method);
      say(error ? `${error.code}: ${error.message}` : `${setupIntent.status}`);
      return;
    }
    const { error, paymentIntent } = await shop.confirmCardPayment(clientSecret, method);
    say(error ? `${error.code}: ${error.message}` : `${paymentIntent.status}`);
  }
  return h(
    'form',
    { onSubmit: pay },
    h(CardElement, {
      id: 'card',
      options: CARD_OPTIONS,
      onReady: note('ready'),
      onChange: ({ error }) => setChange(error?.message ?? ''),
    }),
    h('button', { disabled: !shop }, 'Pay'),
    h('output', { id: 'events' }, events.join(' ')),
    h('output', { id: 'change' }, change),
    h('output', { id: 'payment' }, said),
  );
}

function Shop() {
  const [open, setOpen] = useState(true);
  return h(
    'main',
    null,
    h(SignIn),
    h('button', { onClick: () => setOpen(!open) }, 'Toggle'),
    open && h(Elements, { stripe }, h(Pay)),
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(h(StrictMode, null, h(Shop)));
