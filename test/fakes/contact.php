<?php
// A PHP backend for tests: writes down what it was sent, and answers as the message says. Run by
// test/fakes/php.ts.
$headers = [];
foreach ($_SERVER as $name => $value) {
    if (preg_match('/^(?:HTTP_|(?=CONTENT_))(.+)/', $name, $found)) {
        $headers[strtolower(strtr($found[1], '_', '-'))] = $value;
    }
}
$received = [
    'method' => $_SERVER['REQUEST_METHOD'],
    'uri' => $_SERVER['REQUEST_URI'],
    'headers' => $headers,
    'body' => base64_encode(file_get_contents('php://input')),
    'post' => $_POST,
];
file_put_contents(getenv('RECEIVED'), json_encode($received) . "\n", FILE_APPEND | LOCK_EX);

header('Set-Cookie: session=secret');
header('X-Backend: php');
switch ($_POST['message']) {
    case 'refuse':
        http_response_code(422);
        echo '{"ok":false,"error":"mobile"}';
        break;
    case 'no':
        echo '{"ok":false}';
        break;
    case 'busy':
        http_response_code(503);
        header('Retry-After: 120');
        echo '{"ok":false}';
        break;
    case 'failed':
        http_response_code(500);
        echo '{"ok":false}';
        break;
    case 'redirect':
        header('Location: /elsewhere');
        echo '{"ok":true}';
        break;
    case 'fatal':
        undefined_function();
    case 'warning':
        echo "<br />\n<b>Warning</b>: Undefined array key\n", '{"ok":true}';
        break;
    case 'long':
        echo '{"ok":true,"padding":"', str_repeat('x', 100000), '"}';
        break;
    case 'byte order mark':
        echo "\u{FEFF}", '{"ok":true}';
        break;
    default:
        echo '{"ok": true, "reference": "A-1"}', "\n";
}
