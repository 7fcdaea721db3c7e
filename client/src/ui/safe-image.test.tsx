import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { PersonPhoto } from './person-photo.tsx';
import { Picture } from './picture.tsx';
import { RemotePicture } from './remote-picture.tsx';

/** What the browser reports for a picture that the server answers with 404. */
function failPicture(container: HTMLElement) {
  const image = container.querySelector('img');
  if (!image) throw new Error('There is no picture');
  fireEvent.error(image);
}

function renderClassPicture(src: string) {
  return <RemotePicture src={src} alt="" width={800} height={500} className="h-[250px] w-full" />;
}

test('a picture that fails, or has no address, shows our own drawing in the same size', () => {
  const { container, rerender } = renderApp(renderClassPicture('/gone.webp'));
  expect(container.querySelector('.drawn-scene')).toBeNull();

  failPicture(container);

  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('.drawn-scene')).toHaveClass('h-[250px]', 'w-full');

  rerender(renderClassPicture(''));
  expect(container.querySelector('.drawn-scene')).toBeInTheDocument();
});

test('a drawing says what the picture would have shown', () => {
  const { container } = renderApp(
    <Picture name="/pictures/carousel-1" alt="A soccer ball" width={1200} height={600} />,
  );

  failPicture(container);

  expect(screen.getByRole('img', { name: 'A soccer ball' })).toHaveClass('drawn-scene');
});

test('a photo that fails shows the first letter of the name', () => {
  const { container } = renderApp(<PersonPhoto photo="/gone.webp" name="Maren" size={40} />);
  expect(container).not.toHaveTextContent('M');

  failPicture(container);

  expect(container.querySelector('img')).toBeNull();
  expect(container).toHaveTextContent('M');
});

test('pictures have a colored ground while they load, and are decoded with the page', () => {
  const { container } = renderApp(renderClassPicture('/pictures/classes/sailing.webp'));

  const image = container.querySelector('img');
  expect(image).toHaveClass('picture-ground');
  expect(image).not.toHaveAttribute('decoding');
});
