<?php
// Create, read, update and delete an event with PHP's own HTTP streams.
$api = getenv('ALMANAC_API'); // Such as http://127.0.0.1:8080/calendar/events/v1
$login = base64_encode(getenv('ALMANAC_USER') . ':' . getenv('ALMANAC_PASSWORD'));

// call sends a request with credentials and returns status, headers and decoded body.
function call(string $method, string $url, ?array $body = null, array $headers = []): array
{
    global $login;
    $headers[] = "Authorization: Basic $login";
    $options = ['method' => $method, 'ignore_errors' => true];
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        $options['content'] = json_encode($body);
    }
    $options['header'] = $headers;
    $text = file_get_contents($url, false, stream_context_create(['http' => $options]));
    preg_match('~^HTTP/\S+ (\d+)~', $http_response_header[0], $found);
    $received = [];
    foreach (array_slice($http_response_header, 1) as $line) {
        [$name, $value] = explode(':', $line, 2);
        $received[strtolower($name)] = trim($value);
    }
    return [(int) $found[1], $received, json_decode($text, true)];
}

// Create.
[$status, $headers, $event] = call('POST', "$api/events", [
    'title' => 'Quick start',
    'start_date' => 'tomorrow 14:00',
    'end_date' => 'tomorrow 16:00',
    'venue' => ['venue' => 'City Park'],
]);
if ($status !== 201) {
    exit("create: $status {$event['message']}\n");
}
$address = $headers['location'];

// Read, and remember the version.
[, $headers] = call('GET', $address);

// Update, unless somebody else was faster: then the status is 412.
[$status, , $event] = call('PATCH', $address, ['cost' => '10 €'], ["If-Match: {$headers['etag']}"]);
echo $event['cost'], "\n";

// List, page by page; the last one has no next_rest_url.
$count = 0;
for ($page = "$api/events?per_page=5"; $page; $page = $body['next_rest_url'] ?? null) {
    [, , $body] = call('GET', $page);
    $count += count($body['events']);
}
echo "$count events\n";

// An error names every parameter that is wrong.
[$status, , $body] = call('POST', "$api/events", ['title' => 'Quick start', 'start_date' => 'someday', 'end_date' => 'tomorrow']);
echo $status, ' ', json_encode($body['data']['params']), "\n";

// Delete: to the trash first, for good with force.
[$status] = call('DELETE', "$address?force=true");
echo $status === 200 ? "done\n" : "delete: $status\n";
